#!/bin/sh
# Install Chromium for the tests in a browser, where it is missing and we may: Debian and its kin,
# as root or with sudo that asks nothing. Otherwise say in one line what to install.
set -u

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then exit 0; fi
done

say() { echo "install_chromium: $*" >&2; }

if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    say "the tests in a browser need Chromium: sudo apt install chromium"
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    say "the tests in a browser need Chromium (chromium or google-chrome): install it"
    exit 0
fi

say "installing Chromium for the tests in a browser"
apt_install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes \
        --no-install-recommends chromium
}
{ apt_install || { $as_root apt-get update -qq && apt_install; }; } </dev/null >&2 ||
    say "Chromium could not be installed: sudo apt install chromium"
exit 0
