#!/bin/sh
# install.sh VENV LOCK: installs a lock file with its hashes; by uv where it can be had, else by pip.
set -eu
venv=$1
lock=$2
here=$(cd "$(dirname "$0")/.." && pwd)

if "$venv/bin/pip" install --quiet --require-hashes -r "$here/requirements-uv.lock" &&
   VIRTUAL_ENV="$venv" "$venv/bin/uv" pip install --quiet --require-hashes -r "$lock"; then
    :
else
    echo "uv could not install $lock, trying pip" >&2
    "$venv/bin/pip" install --quiet --require-hashes -r "$lock"
fi

# The packages are used from this folder, from wherever they are started.
site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$here" > "$site/schedscope.pth"
