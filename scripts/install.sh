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

# The cartesian bundle of Plotly, a third of the whole one; without npm, pages load that from the Python package.
if (cd "$here" && npm ci --ignore-scripts --no-audit --no-fund --silent --fetch-retries 1 --fetch-retry-mintimeout 1000); then
    (cd "$here/node_modules/plotly.js-cartesian-dist-min" && ln -sf plotly-cartesian.min.js plotly.min.js)
else
    echo "npm could not install package-lock.json: pages load the whole of Plotly" >&2
fi

# The packages are used from this folder, from wherever they are started.
site=$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
echo "$here" > "$site/schedscope.pth"
