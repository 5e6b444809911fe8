#!/usr/bin/env bash
# Runs a Windows program under wine, quietly and in a place of its own.
#
#   scripts/wine.sh FOLDER PROGRAM.exe [ARGUMENT...]
#   scripts/wine.sh FOLDER --end
#
# FOLDER keeps what wine thinks is a Windows; it is made at first use, and a server goes on running for it until
# --end. Without one a program that starts first would hold whatever pipe it writes to. Beside PROGRAM comes a
# library that Windows 10 has and wine 8 lacks, without which no program of Rust starts there; for that the linker
# for Windows is needed.
set -euo pipefail

(($# >= 2)) || { echo "wine.sh: FOLDER and a program, or --end, are needed" >&2; exit 2; }
folder=$(realpath -m "$1") program=$2
shift 2
export WINEPREFIX=$folder/prefix WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=

if [[ $program == --end ]]; then
    wineserver -k || true
    exit
fi
mkdir -p "$folder"
setsid wineserver -p >/dev/null 2>&1 </dev/null || true
if [[ ! -e $folder/ready ]]; then
    setsid wineboot -i >"$folder/boot.log" 2>&1 </dev/null ||
        { echo "wine.sh: wine does not start, see $folder/boot.log" >&2; exit 1; }
    touch "$folder/ready"
fi
library=$(dirname "$program")/bcryptprimitives.dll
if [[ ! -e $library ]]; then
    x86_64-w64-mingw32-gcc -x c -shared -O2 -s -o "$library" - -ladvapi32 <<'C'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE p, SIZE_T n) { return SystemFunction036(p, (ULONG)n); }
C
fi
exec wine "$program" "$@"
