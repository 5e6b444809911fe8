//! A hint to the processor; without effect on what is computed.
#![expect(unsafe_code, reason = "the intrinsic takes a pointer")]

/// Begins to fetch the cache line of `target`.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) fn prefetch<T>(target: &T) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing that the program could see, and the address comes from a reference.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(target).cast()) };
}

/// Does nothing where no hint is known.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn prefetch<T>(_target: &T) {}
