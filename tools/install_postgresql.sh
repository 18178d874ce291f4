#!/bin/sh
# Install PostgreSQL for the tests of the store, where it is missing and we may: Debian and its
# kin, as root or with sudo that asks nothing. Otherwise say in one line what to install.
set -u

for initdb in $(command -v initdb) /usr/lib/postgresql/*/bin/initdb; do
    if [ -x "$initdb" ]; then exit 0; fi
done

say() { echo "install_postgresql: $*" >&2; }

if [ "$(id -u)" = 0 ]; then
    as_root=
elif sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    say "the tests of the store need PostgreSQL: sudo apt install postgresql"
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    say "the tests of the store need PostgreSQL (initdb and postgres): install it"
    exit 0
fi

say "installing PostgreSQL for the tests of the store"
# The tests start their own server: no cluster is created, so that none is started. The setting is
# there before the package is, which must therefore not ask whose to keep.
settings=/etc/postgresql-common/createcluster.conf
apt_install() {
    $as_root env DEBIAN_FRONTEND=noninteractive UCF_FORCE_CONFFOLD=1 apt-get install -qq --yes \
        --no-install-recommends -o Dpkg::Options::=--force-confold postgresql
}
install() {
    $as_root mkdir -p "${settings%/*}" &&
        { [ -e "$settings" ] || echo "create_main_cluster = false" | $as_root tee "$settings"; } &&
        { apt_install || { $as_root apt-get update -qq && apt_install; }; }
}
install </dev/null >&2 || say "PostgreSQL could not be installed: sudo apt install postgresql"
exit 0
