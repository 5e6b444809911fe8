//! What the processor does for many bytes at once, each beside its literal twin.

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use differing_plain as differing;

/// A bit for each of sixteen bytes that is zero in `blocked` and differs in the others; the lowest byte is the first.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "instructions that the language does not know to be everywhere")]
pub(crate) fn differing(old: u128, new: u128, blocked: u128) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_setzero_si128,
    };
    let [old, new, blocked] = [old, new, blocked].map(bytemuck::cast::<_, __m128i>);
    // SAFETY: instructions of SSE2, which every x86-64 processor has, on values: no memory is touched. So are
    // those that follow.
    let zero = unsafe { _mm_setzero_si128() };
    // SAFETY: as above.
    let same = unsafe { _mm_cmpeq_epi8(old, new) };
    // SAFETY: as above.
    let free = unsafe { _mm_cmpeq_epi8(blocked, zero) };
    // SAFETY: as above.
    let differing = unsafe { _mm_andnot_si128(same, free) };
    // SAFETY: as above.
    let bits = unsafe { _mm_movemask_epi8(differing) };
    bits.cast_unsigned()
}

/// The same, slow and literal.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) fn differing_plain(old: u128, new: u128, blocked: u128) -> u32 {
    let [old, new, blocked] = [old, new, blocked].map(u128::to_le_bytes);
    (0..16).map(|i| u32::from(old[i] != new[i] && blocked[i] == 0) << i).sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn compared_as_byte_by_byte(old: [u8; 16], picks: [u8; 16], blocked: [bool; 16]) {
            // Most bytes are alike, as in games.
            let new = std::array::from_fn(|i| if picks[i] < 80 { picks[i] } else { old[i] });
            let [old, new, blocked] = [old, new, blocked.map(u8::from)].map(u128::from_le_bytes);
            prop_assert_eq!(differing(old, new, blocked), differing_plain(old, new, blocked));
        }
    }
}
