#!/bin/sh
# Unpacks Debian's arm64 libraries of packages.txt [arm64-libraries] into a folder, for the preset
# `arm64`. They are not installed: the development packages of two architectures exclude each other
# (libscotch-dev, libmetis-dev), and the machine's own build needs its own. Asks nothing, needs no
# root, and downloads nothing when the folder is there.
#
#   tools/arm64_sysroot.sh FOLDER
set -eu

list=$(dirname "$0")/../packages.txt
folder=${1:?usage: arm64_sysroot.sh FOLDER}
wanted=$(sed -n '/^\[arm64-libraries\]/,/^\[/{/^[a-z0-9]/p}' "$list")
if [ -f "$folder/.complete" ] && [ "$(cat "$folder/.complete")" = "$wanted" ]; then
  exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo "isthmus: not a Debian system; packages.txt [arm64-libraries] is yours to provide" \
    "in $folder" >&2
  exit 2
fi

# Lists and archives of its own: the machine's are neither read nor changed, but for its sources.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/lists/partial" "$scratch/archives/partial" "$scratch/debs"
: >"$scratch/status"
cat >"$scratch/apt.conf" <<EOF
#clear APT::Architectures;
APT::Architecture "arm64";
APT::Architectures { "arm64"; };
APT::Sandbox::User "";
Dir::State "$scratch";
Dir::State::lists "$scratch/lists";
Dir::State::status "$scratch/status";
Dir::Cache "$scratch";
EOF
echo "isthmus: downloading arm64 libraries into $folder"
export APT_CONFIG="$scratch/apt.conf"
# Sources that have no arm64 packages do not matter; that a package is missing does.
apt-get update -qq >/dev/null 2>&1 || true
# A word each on purpose.
# shellcheck disable=SC2086
(cd "$scratch/debs" && apt-get download -qq $wanted >/dev/null) || {
  echo "isthmus: apt-get could not download for arm64:" $wanted >&2
  exit 1
}
rm -rf "$folder"
mkdir -p "$folder"
for package in "$scratch"/debs/*.deb; do
  dpkg-deb -x "$package" "$folder"
done
printf '%s' "$wanted" >"$folder/.complete"
