#!/bin/sh
# Installs the Debian packages of sections of packages.txt that are missing; asks nothing and
# downloads nothing when all are there. Needs sh, awk, sed and dpkg alone.
#
#   tools/install_packages.sh SECTION ...
set -eu

list=$(dirname "$0")/../packages.txt
: "${1:?usage: install_packages.sh SECTION ... (sections of packages.txt)}"
wanted=
for section in "$@"; do
  packages=$(sed -n "/^\[$section\]/,/^\[/{/^[a-z0-9]/p}" "$list")
  if [ -z "$packages" ]; then
    echo "isthmus: packages.txt has no section [$section]" \
      "(expected $(sed -n 's/^\[\(.*\)\]$/\1/p' "$list" | tr '\n' ' '))" >&2
    exit 2
  fi
  wanted="$wanted $packages"
done
if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "isthmus: not a Debian system; packages.txt $* is yours to provide" >&2
  exit 0
fi

missing=
for package in $wanted; do
  # One line an architecture on multi-arch systems.
  dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
    missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null 2>&1 && { [ -t 0 ] || sudo -n true 2>/dev/null; }; then
    as_root="sudo env DEBIAN_FRONTEND=noninteractive"
  else
    echo "isthmus: Debian packages are missing and this is neither root nor sudo;" \
      "expected: apt-get install$missing" >&2
    exit 2
  fi
fi
export DEBIAN_FRONTEND=noninteractive
echo "isthmus: installing Debian packages:$missing"
# A word each on purpose.
# shellcheck disable=SC2086
{
  $as_root apt-get update -qq
  # apt prints its complaints on the other stream; of the rest a line every few seconds is enough.
  { $as_root apt-get install -y -q --no-install-recommends $missing || echo "isthmus failed"; } |
    awk '
      / newly installed/ { total = $3 + $1 }
      /^(Unpacking|Setting up) / && ++step % 25 == 0 && total > 20 {
        printf "isthmus: packages: %d of %d steps\n", step, 2 * total; fflush() }
      /^isthmus failed$/ { failed = 1 }
      END { exit failed }'
} </dev/null || {
  echo "isthmus: apt-get could not install:$missing" >&2
  exit 1
}
