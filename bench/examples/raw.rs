//! Raw passes.
use linkspan_bench::corpus;
use memchr::*;
use std::time::Instant;
fn t(name: &str, len: usize, f: impl Fn() -> usize) {
    let mut best = f64::MAX;
    let mut n = 0;
    for _ in 0..20 {
        let s = Instant::now();
        n = std::hint::black_box(f());
        best = best.min(s.elapsed().as_secs_f64());
    }
    println!("  {name:24} {:8.0} MB/s n={n}", len as f64 / 1e6 / best);
}
fn main() {
    for c in corpus::real() {
        let b = c.text.as_bytes();
        println!("{}", c.name);
        t("memchr3 .:@", b.len(), || {
            memchr3_iter(b'.', b':', b'@', b).count()
        });
        t("memchr2 .@", b.len(), || {
            memchr2_iter(b'.', b'@', b).count()
        });
        t("memchr2 :@", b.len(), || {
            memchr2_iter(b':', b'@', b).count()
        });
        t("memchr @", b.len(), || {
            memchr_iter(b'@', b).map(|_| 1).sum::<usize>()
        });
        t("memmem ://", b.len(), || {
            memmem::find_iter(b, "://").count()
        });
        for w in ["。", "．", "｡"] {
            t(w, b.len(), || memmem::find_iter(b, w).count());
        }
        t("memchr2 80 BC", b.len(), || {
            memchr2_iter(0x82, 0x8e, b).count()
        });
        t("memchr EF", b.len(), || {
            memchr_iter(0xef, b).map(|_| 1).sum::<usize>()
        });
        t("memchr3 82 8e a1", b.len(), || {
            memchr3_iter(0x82, 0x8e, 0xa1, b).count()
        });
        t("is_ascii", b.len(), || usize::from(b.is_ascii()));
        t("utf8", b.len(), || {
            usize::from(std::str::from_utf8(b).is_ok())
        });
    }
}
