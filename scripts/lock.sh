#!/bin/sh
# lock.sh UV: renews the lock files. They hold versions and hashes, and no registry's address.
set -eu
uv=$1
compile() { "$uv" pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header --no-annotate "$@"; }
compile --upgrade pyproject.toml --extra server -o requirements.lock
compile --upgrade pyproject.toml --extra server --group dev -c requirements.lock -o requirements-dev.lock
echo uv | compile --upgrade - -o requirements-uv.lock
