// A second fence around trusted plugins where `bwrap` is on the machine and works: only what is named is there, and without hosts no network.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const TRY_MS = 3_000
/** What programs need to start at all. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc']

const tried = new Map<string, Promise<boolean>>()

/** Where a `bwrap` is that can make its fence here; it is tried once. undefined: there is none. */
export async function findBubblewrap(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const path = folders.map((folder) => join(folder, 'bwrap')).find((file) => existsSync(file))
  if (path === undefined) return undefined
  const works = tried.get(path) ?? tryIt(path)
  tried.set(path, works)
  return (await works) ? path : undefined
}

function tryIt(path: string): Promise<boolean> {
  const args = ['--unshare-all', '--ro-bind', '/', '/', '--', process.execPath, '--version']
  return new Promise((resolve) => {
    execFile(path, args, { timeout: TRY_MS }, (error) => resolve(error === null))
  })
}

/** The command inside the fence; `read` and `write` are the places that are there. */
export function inBubblewrap(
  bwrap: string,
  command: readonly string[],
  {
    read,
    write,
    hasNetwork,
  }: { readonly read: readonly string[]; readonly write: readonly string[]; readonly hasNetwork: boolean },
): readonly string[] {
  const bound = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path, path])
  return [
    bwrap,
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    ...['--die-with-parent', '--new-session', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...bound('--ro-bind-try', [...SYSTEM, command[0] ?? '', ...read]),
    ...bound('--bind-try', write),
    '--',
    ...command,
  ]
}
