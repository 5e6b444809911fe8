//! The table as a stream of bytes, so that a long analysis can be gone on with another day.
//!
//! ```text
//! "tianyuan table 1\n"   what this is
//! n, n bytes             the ground: a word of 8 bytes, then what the entries belong to
//! hash, data             for each entry two words
//! 0, 0                   the end
//! sum                    of all words of the entries, mixed
//! ```
//! Words are 8 bytes, the lowest first. The hash is whole, so a table of any size can take the entries.

use std::io::{self, Read, Write};
use std::sync::atomic::Ordering;

use super::entry::Data;
use super::{BUCKET_ENTRIES, Table};

const MAGIC: &[u8] = b"tianyuan table 1\n";
/// More bytes than any ground has.
const LONGEST_GROUND: u64 = 1 << 16;

impl Table {
    /// Writes all entries. `ground` says what they belong to.
    pub(crate) fn write(&self, ground: &[u8], output: &mut dyn Write) -> io::Result<()> {
        let mut output = io::BufWriter::with_capacity(1 << 16, output);
        output.write_all(MAGIC)?;
        output.write_all(&(ground.len() as u64).to_le_bytes())?;
        output.write_all(ground)?;
        let mut sum = 0;
        for bucket in &self.buckets {
            for entry in bucket.chunks_exact(2) {
                let [key, data] = [0, 1].map(|i| entry[i].load(Ordering::Relaxed));
                // A word that means the end, or an entry that is torn, is as good as none.
                if data != 0 {
                    sum = write_entry(key ^ data, data, sum, &mut output)?;
                }
            }
        }
        for word in [0, 0, sum] {
            output.write_all(&word.to_le_bytes())?;
        }
        output.flush()
    }

    /// Reads the start of a stream up to the entries: the ground.
    pub(crate) fn read_ground(input: &mut dyn Read) -> io::Result<Vec<u8>> {
        let mut magic = [0; MAGIC.len()];
        let foreign = |_| io::Error::new(io::ErrorKind::InvalidData, "this is no table of this program");
        input.read_exact(&mut magic).map_err(foreign)?;
        let length = read_word(input)?;
        if magic != *MAGIC || length > LONGEST_GROUND {
            return Err(foreign(io::ErrorKind::InvalidData.into()));
        }
        let mut ground = Vec::new();
        input.take(length).read_to_end(&mut ground)?;
        if ground.len() as u64 == length { Ok(ground) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Reads the entries, besides those that are there.
    pub(crate) fn read_entries(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let mut input = io::BufReader::with_capacity(1 << 16, input);
        let mut sum = 0;
        loop {
            let (hash, data) = (read_word(&mut input)?, read_word(&mut input)?);
            if data == 0 {
                break;
            }
            sum = mixed(sum, hash, data);
            self.take(hash, Data(data).of_generation(self.generation));
        }
        let broken = || io::Error::new(io::ErrorKind::InvalidData, "the file is damaged");
        if read_word(&mut input)? == sum { Ok(()) } else { Err(broken()) }
    }

    /// Stores an entry of another table where the least is lost, if it is worth more.
    fn take(&self, hash: u64, data: Data) {
        let bucket = &self.buckets[self.bucket_of(hash)];
        let worth = |entry: usize| Data(bucket[2 * entry + 1].load(Ordering::Relaxed)).worth(self.generation);
        let least = (0..BUCKET_ENTRIES).min_by_key(|&entry| worth(entry)).unwrap_or(0);
        if data.worth(self.generation) > worth(least) {
            bucket[2 * least].store(hash ^ data.0, Ordering::Relaxed);
            bucket[2 * least + 1].store(data.0, Ordering::Relaxed);
        }
    }
}

fn write_entry(hash: u64, data: u64, sum: u64, output: &mut impl Write) -> io::Result<u64> {
    output.write_all(&hash.to_le_bytes())?;
    output.write_all(&data.to_le_bytes())?;
    Ok(mixed(sum, hash, data))
}

fn mixed(sum: u64, hash: u64, data: u64) -> u64 {
    (sum.rotate_left(7) ^ hash).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ data
}

fn read_word(input: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use tianyuan_evaluation::Value;

    use super::super::{Bound, Table};

    fn filled(n: u64) -> Table {
        let table = Table::new(1 << 16);
        for hash in (1..=n).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)) {
            let depth = i32::try_from(hash % 20).unwrap();
            let slot = table.probe(hash, 0).1;
            table.store(slot, hash, 0, depth, Bound::Exact, Value::estimate(7), Value::DRAW, None);
        }
        table
    }

    fn bytes(table: &Table) -> Vec<u8> {
        let mut bytes = Vec::new();
        table.write(b"ground", &mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read_into_a_table_of_another_size() {
        let written = bytes(&filled(500));
        let mut other = Table::new(1 << 18);
        let mut input = written.as_slice();
        assert_eq!(Table::read_ground(&mut input).unwrap(), b"ground");
        other.read_entries(&mut input).unwrap();
        let hit = other.probe(3_u64.wrapping_mul(0x9e37_79b9_7f4a_7c15), 0).0.unwrap();
        assert_eq!((hit.value, hit.bound), (Value::estimate(7), Bound::Exact));
        assert!((other.fullness() - 500.0 / 16384.0).abs() < 1e-9, "{}", other.fullness());
    }

    #[test]
    fn damage_is_noticed() {
        let written = bytes(&filled(100));
        let read = |bytes: &[u8]| {
            let mut input = bytes;
            Table::read_ground(&mut input).and_then(|_| Table::new(1 << 16).read_entries(&mut input))
        };
        read(&written).unwrap();
        for at in (0..written.len()).step_by(37) {
            let mut broken = written.clone();
            broken[at] ^= 1;
            // The ground is anybody's bytes.
            let in_ground = (25..31).contains(&at);
            assert_eq!(read(&broken).is_ok(), in_ground, "byte {at}");
            assert!(read(&written[..at]).is_err(), "cut at {at}");
        }
    }
}
