#!/bin/sh
# Creates the objects of this folder in an empty cluster, and compares what its scheduler does with what was computed.
#
#   sh repro.sh [options of kubectl, such as --context NAME]
#
# Exit code: 0 all attempts are as computed, 1 some are not, 2 the cluster cannot be used. KUBECTL names another
# kubectl, PATIENCE the seconds for which an attempt is waited for (60).
set -u
here=$(cd "$(dirname "$0")" && pwd)
tab=$(printf '\t')
patience=${PATIENCE:-60}
options=""
for option; do options="$options '$(printf %s "$option" | sed "s/'/'\\\\''/g")'"; done

k() { eval '"${KUBECTL:-kubectl}" "$@"' "$options" </dev/null; }

fail() {
    echo "$1" >&2
    exit 2
}

# Waits until a command succeeds: `until_so COMMAND…`; 1 if it does not in time.
until_so() {
    ends=$(($(date +%s) + patience))
    until "$@"; do
        [ "$(date +%s)" -lt "$ends" ] || return 1
        sleep 0.2
    done
}

node_of() { k get pod "$2" --namespace "$1" --output "jsonpath={.spec.nodeName}" 2>/dev/null; }

# The messages of a pod's FailedScheduling events, one a line.
messages_of() {
    k get events --namespace "$1" \
        --field-selector "involvedObject.kind=Pod,involvedObject.name=$2,reason=FailedScheduling" \
        --output 'jsonpath={range .items[*]}{.message}{"\n"}{end}' 2>/dev/null
}

has_node() { [ -n "$(node_of "$namespace" "$name")" ]; }
# Events end after 1024 bytes, the last three of which are dots then.
has_message() { messages_of "$namespace" "$name" | grep -qxF -e "$answer" -e "$(printf %.1021s "$answer")..."; }
is_bound() { ! k get persistentvolumeclaims --all-namespaces --output \
    'jsonpath={range .items[?(@.spec.volumeName)]}{.status.phase}{"\n"}{end}' | grep -qv '^Bound$'; }
is_untainted() { ! k get nodes --output 'jsonpath={range .items[*]}{.spec.taints[*].key}{"\n"}{end}' |
    grep -qF node.kubernetes.io/not-ready; }

create() {
    [ -s "$1" ] || return 0
    k create --filename "$1" >/dev/null || fail "$1 was not created: is the cluster new?"
}

nodes=$(k get nodes --output name) || fail "the cluster cannot be reached"
[ -z "$nodes" ] || fail "the cluster has nodes of its own, which would count: use a new one (README.md)"

# Some of these are there in every cluster.
k apply --server-side --force-conflicts --filename "$here/1-namespaces.yaml" >/dev/null ||
    fail "1-namespaces.yaml was not created"
for file in "$here"/[2-6]-*.yaml; do create "$file"; done
until_so is_untainted || fail "nodes keep the taint node.kubernetes.io/not-ready: does nothing act for their kubelets?"
create "$here/7-bound-pods.yaml"
until_so is_bound || fail "claims with a volume are not bound to it"

same=0
different=0
say() {
    printf '%s\n' "$1"
    case $1 in =*) same=$((same + 1)) ;; *) different=$((different + 1)) ;; esac
}

# Makes the draw of the scheduler the one that was computed, so that the next pod meets the cluster that it met there.
move() {
    k delete pod "$name" --namespace "$namespace" --now >/dev/null
    sed "s/^spec:\$/spec:\\n  nodeName: \"$answer\"/" "$1" | eval '"${KUBECTL:-kubectl}" create --filename -' "$options" >/dev/null ||
        fail "$namespace/$name was not created on $answer"
}

attempt=0
while IFS=$tab read -r file namespace name outcome answer tied; do
    attempt=$((attempt + 1))
    if [ "$file" != - ]; then create "$here/pods/$file"; pod_file="$here/pods/$file"; fi
    case $outcome in
    node)
        until_so has_node
        node=$(node_of "$namespace" "$name")
        case ",$tied," in
        *",$node,"*)
            if [ "$node" = "$answer" ]; then
                say "= $namespace/$name is on $node"
            else
                say "= $namespace/$name is on $node, which ties with $answer; moved there"
                move "$pod_file"
            fi
            ;;
        *)
            say "! $namespace/$name is on ${node:-no node}; computed: $tied"
            messages_of "$namespace" "$name" | sed 's/^/    /'
            ;;
        esac
        ;;
    message)
        if until_so has_message; then
            say "= $namespace/$name: $answer"
        else
            say "! $namespace/$name: computed: $answer"
            messages_of "$namespace" "$name" | sed 's/^/    /'
            node=$(node_of "$namespace" "$name")
            [ -z "$node" ] || echo "    it is on $node"
        fi
        ;;
    esac
done <"$here/expected.tsv"

echo "$same of $attempt attempts are as computed"
[ "$different" -eq 0 ]
