// Prints what std::path of Rust makes of paths on Windows. Each line of the input is "dir", an absolute path, and
// "path", parted by a tab; each line of the output is an object. Nothing in either needs an escape but backslashes. The
// table beside it was made by Rust 1.63, as a program for Windows:
// It has no shares with two separators behind the machine's name, which this version takes otherwise than later ones.
//   rustc --target x86_64-pc-windows-gnu windows_paths.rs && windows_paths.exe < PAIRS > rust.jsonl
use std::io::BufRead;
use std::path::{Path, PathBuf};

fn text(p: &Path) -> String {
    format!("\"{}\"", p.to_str().unwrap().replace('\\', "\\\\"))
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (dir, path) = line.split_once('\t').unwrap();
        let p = Path::new(path);
        let whole: PathBuf = p.components().collect();
        let none = Path::new("");
        println!(
            "{{\"dir\":{},\"path\":{},\"abs\":{},\"join\":{},\"components\":{},\"parent\":{},\"name\":{},\"ext\":{}}}",
            text(Path::new(dir)), text(p), p.is_absolute(), text(&Path::new(dir).join(p)), text(&whole),
            text(p.parent().unwrap_or(none)), text(p.file_name().map(Path::new).unwrap_or(none)),
            text(p.extension().map(Path::new).unwrap_or(none)),
        );
    }
}
