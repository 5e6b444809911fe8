//! What the processor does for many bytes at once, each beside its literal twin.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        clippy::multiple_unsafe_ops_per_block,
        reason = "instructions on values, all safe for the same reason"
    )
)]

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use {at_least_plain as at_least, differing_plain as differing};

/// A bit for each of sixteen bytes that is zero in `blocked` and differs in the others; the lowest byte is the first.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "instructions that the language does not know to be everywhere")]
pub(crate) fn differing(old: u128, new: u128, blocked: u128) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_movemask_epi8, _mm_setzero_si128,
    };
    let [old, new, blocked] = [old, new, blocked].map(bytemuck::cast::<_, __m128i>);
    // SAFETY: instructions of SSE2, which every x86-64 processor has, on values: no memory is touched.
    let bits = unsafe {
        let same = _mm_cmpeq_epi8(old, new);
        let free = _mm_cmpeq_epi8(blocked, _mm_setzero_si128());
        _mm_movemask_epi8(_mm_andnot_si128(same, free))
    };
    bits.cast_unsigned()
}

/// The same, slow and literal.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) fn differing_plain(old: u128, new: u128, blocked: u128) -> u32 {
    let [old, new, blocked] = [old, new, blocked].map(u128::to_le_bytes);
    (0..16).map(|i| u32::from(old[i] != new[i] && blocked[i] == 0) << i).sum()
}

/// A bit for each of sixteen words whose half, the high one or the low one, is at least `least`, which must be less than
/// 2^15; the lowest bit is for the first.
#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "instructions that the language does not know to be everywhere")]
pub(crate) fn at_least(words: [u32; 16], high: bool, least: u16) -> u32 {
    use std::arch::x86_64::{
        __m128i, _mm_cmpgt_epi16, _mm_movemask_epi8, _mm_packs_epi16, _mm_packs_epi32, _mm_set1_epi16,
        _mm_slli_epi32, _mm_srli_epi32,
    };
    let quarters: [__m128i; 4] =
        bytemuck::cast::<[u32; 16], [[u32; 4]; 4]>(words).map(bytemuck::cast::<_, __m128i>);
    // SAFETY: as in `differing`: instructions of SSE2 on values; so are all that follow.
    let halves = quarters.map(|quarter| unsafe {
        let quarter = if high { quarter } else { _mm_slli_epi32::<16>(quarter) };
        _mm_srli_epi32::<16>(quarter)
    });
    // SAFETY: see above. Numbers above 32,767 become 32,767, which is at least `least`.
    unsafe {
        let limit = _mm_set1_epi16(least.wrapping_sub(1).cast_signed());
        let reach = |a, b| _mm_cmpgt_epi16(_mm_packs_epi32(a, b), limit);
        let bytes = _mm_packs_epi16(reach(halves[0], halves[1]), reach(halves[2], halves[3]));
        _mm_movemask_epi8(bytes).cast_unsigned()
    }
}

/// The same, slow and literal.
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) fn at_least_plain(words: [u32; 16], high: bool, least: u16) -> u32 {
    let half = |word: u32| if high { word >> 16 } else { word & 0xffff };
    (0..16).map(|i| u32::from(half(words[i]) >= u32::from(least)) << i).sum()
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

        #[test]
        fn compared_as_number_by_number(halves: [[u16; 2]; 16], least in 0..0x8000_u16, high: bool) {
            // Sums are small, and some lie just at the limit.
            let word = |[a, b]: [u16; 2]| u32::from(a % 5 + least.saturating_sub(2)) | u32::from(b) << 16;
            for words in [halves.map(word), halves.map(word).map(|word| word.rotate_left(16))] {
                prop_assert_eq!(at_least(words, high, least), at_least_plain(words, high, least));
            }
        }
    }
}
