/**
 * Gives a process files at the paths where a container has them, by a mount namespace of its own.
 *
 * As root `unshare -m`, else `unshare -Urm` (a user namespace; the process then believes to be root). Where neither is
 * allowed the process runs without: its service account is reached through KUBECONFIG then, and volumes are refused.
 */
import { spawn } from 'node:child_process';

export type Isolation = 'MountNamespace' | 'UserNamespace' | 'None';

export interface Mount {
  readonly source: string;
  /** Absolute path that the process sees. It need not exist. */
  readonly target: string;
  readonly readOnly: boolean;
}

/** What this machine allows, by trying. */
export async function detectIsolation(): Promise<Isolation> {
  if (await succeeds('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])) return 'MountNamespace';
  if (await succeeds('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'])) return 'UserNamespace';
  return 'None';
}

function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/**
 * Mounts SOURCE at TARGET, n times, then becomes the command. A target that does not exist is made without touching the
 * real file system: an overlay over its nearest folder, or, where that is not allowed, a tmpfs with what was there mounted
 * back into it. Below the kubelet's own directory's parents (a temporary directory) it is simply made: an overlay there
 * would cut the pod off from what the kubelet writes.
 */
const SCRIPT = `set -e
own=$1 scratch=$2 n=$3; shift 3
covered=
mirror() {
  mkdir "$scratch/$k/old" && mount --rbind "$1" "$scratch/$k/old" && mount -t tmpfs tmpfs "$1"
  for e in "$scratch/$k/old"/* "$scratch/$k/old"/.[!.]*; do
    b=\${e##*/}
    if [ -L "$e" ]; then cp -P "$e" "$1/$b"
    elif [ -d "$e" ]; then mkdir "$1/$b" && mount --rbind "$e" "$1/$b"
    elif [ -e "$e" ]; then : >"$1/$b" && mount --bind "$e" "$1/$b"
    fi
  done
}
writable() {
  a=$1
  while [ ! -d "$a" ]; do a=\${a%/*}; [ -n "$a" ] || a=/; done
  a=$(cd "$a" && pwd -P)
  case "$own/" in "\${a%/}"/*) return 0 ;; esac
  case "$covered" in *"|$a|"*) return 0 ;; esac
  [ "$k" != 0 ] || mount -t tmpfs tmpfs "$scratch"
  k=$((k+1)); mkdir "$scratch/$k" "$scratch/$k/u" "$scratch/$k/w"
  if mount -t overlay overlay -o "lowerdir=$a,upperdir=$scratch/$k/u,workdir=$scratch/$k/w" "$a" 2>/dev/null &&
    mkdir -p "$2" 2>/dev/null; then :
  else umount "$a" 2>/dev/null || :; mirror "$a"
  fi
  covered="$covered|$a|"
}
k=0
while [ "$n" -gt 0 ]; do
  src=$1 dst=$2 mode=$3; shift 3; n=$((n-1))
  if [ ! -e "$dst" ]; then
    if [ -d "$src" ]; then writable "$dst" "$dst"; mkdir -p "$dst"
    else writable "\${dst%/*}" "\${dst%/*}"; mkdir -p "\${dst%/*}"; : >"$dst"
    fi
  fi
  mount --bind "$src" "$dst"
  [ "$mode" = rw ] || mount -o remount,bind,ro "$dst"
done
exec "$@"`;

export interface Isolated {
  readonly command: string;
  readonly args: readonly string[];
}

export interface IsolateOptions {
  readonly isolation: Isolation;
  /** Directory of the kubelet; all mount sources lie in it. */
  readonly directory: string;
  /** An empty directory for this process. */
  readonly scratch: string;
  readonly mounts: readonly Mount[];
}

/** The command line that runs `words` with the mounts in place. With isolation `None` the mounts are left out. */
export function isolate(words: readonly string[], options: IsolateOptions): Isolated {
  const [first = '', ...rest] = words;
  if (options.isolation === 'None') return { command: first, args: rest };
  const flags = options.isolation === 'MountNamespace' ? ['-m'] : ['-Urm'];
  const mounts = options.mounts.flatMap(({ source, target, readOnly }) => [source, target, readOnly ? 'ro' : 'rw']);
  return {
    command: 'unshare',
    args: [
      ...flags,
      'sh',
      '-c',
      SCRIPT,
      'sh',
      options.directory,
      options.scratch,
      String(options.mounts.length),
      ...mounts,
      ...words,
    ],
  };
}
