#!/bin/sh
# Builds or tests the live page with what npm has for it; asks nothing.
#
#   tools/page.sh build [OUT] | test
#
# Node.js comes from the PATH where it is there, else from Debian ([page] of packages.txt); so does
# chromium for the tests ([page-browser]). Exit status 77 where one of these, or npm's registry,
# cannot be had, and a line that says which.
set -u
cd "$(dirname "$0")/.." || exit 1
verb=${1:?usage: page.sh build [OUT] | test}
log=build/page/npm.log
mkdir -p build/page

cannot() {
  echo "isthmus: the page is skipped: $1" >&2
  exit 77
}

if ! command -v node >/dev/null 2>&1 || ! command -v npm >/dev/null 2>&1; then
  tools/install_packages.sh page || cannot "no Node.js"
fi

# What npm has put there last says so in a file of its own.
installed=page/node_modules/.package-lock.json
if [ ! -f "$installed" ] || [ page/package-lock.json -nt "$installed" ]; then
  echo "isthmus: the page's packages in page/node_modules"
  (cd page && timeout 240 npm ci --no-audit --no-fund --prefer-offline --fetch-retries 1 \
    --fetch-timeout 30000) >"$log" 2>&1
  status=$?
  if [ "$status" != 0 ]; then
    # No answer, none in time, or that of something between is the network's; all else is a fault.
    away='E(AI_|CONN|NOTFOUND|HOSTUNREACH|NETUNREACH|TIMEDOUT|SOCKET|PROTO)|E(403|407|429|5[0-9]+)'
    away="$away|ERR_SOCKET|CERT|network"
    if [ "$status" = 124 ] || [ ! -s "$log" ] || grep -Eq "$away" "$log"; then
      cannot "npm's registry does not answer ($log)"
    fi
    cat "$log" >&2
    exit 1
  fi
  touch "$installed"
fi

case $verb in
  build)
    node page/tools/build.mjs "${2:-build/page/page.html}"
    ;;
  test)
    command -v chromium >/dev/null 2>&1 || [ -n "${ISTHMUS_CHROMIUM:-}" ] ||
      tools/install_packages.sh page-browser || cannot "no chromium"
    node page/tools/build.mjs build/page/page.html && node page/tools/test.mjs
    ;;
  *)
    echo "isthmus: page.sh has no '$verb' (expected build or test)" >&2
    exit 2
    ;;
esac
