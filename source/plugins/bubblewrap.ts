// A second fence around trusted plugins where `bwrap` is on the machine and works: only what is named is there, and without hosts no network.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const TRY_MS = 10_000
const KEPT_REASON = 200
/** What programs need to start at all. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/etc']

/** What this machine has of it; `reason` is a clause in the program's own words. */
export type Fence =
  | { readonly type: 'none' }
  | { readonly type: 'works'; readonly path: string }
  | { readonly type: 'broken'; readonly path: string; readonly reason: string }

const tried = new Map<string, Promise<Fence>>()

/** Looks for a `bwrap` that can make its fence here; each is tried once, in the fence that calls get. */
export async function findFence(environment: NodeJS.ProcessEnv): Promise<Fence> {
  if (process.platform !== 'linux') return { type: 'none' }
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  const path = folders.map((folder) => join(folder, 'bwrap')).find((file) => existsSync(file))
  if (path === undefined) return { type: 'none' }
  const fence = tried.get(path) ?? tryFence(path)
  tried.set(path, fence)
  return fence
}

/** Who keeps a call of trusted code from the rest of the machine, in a sentence. */
export function fenceInWords(fence: Fence): string {
  if (fence.type === 'works')
    return `It runs in a process of its own, which Node's permissions and \`${fence.path}\` fence in.`
  const alone = "It runs in a process of its own, which Node's permissions alone fence in"
  return fence.type === 'none'
    ? `${alone}.`
    : `${alone}: \`${fence.path}\` is here, but does not work (${fence.reason}).`
}

function tryFence(path: string): Promise<Fence> {
  const nothing = { read: [], write: [], locked: [], opened: [], hasNetwork: false }
  const [program = path, ...args] = inBubblewrap(path, [process.execPath, '--version'], nothing)
  return new Promise((resolve) => {
    execFile(program, args, { timeout: TRY_MS, killSignal: 'SIGKILL' }, (error, _, words) => {
      if (error === null) return resolve({ type: 'works', path })
      const late = error.killed ? `it did not answer within ${TRY_MS / 1_000} seconds` : ''
      const [line = ''] = words.split('\n').filter((one) => one.trim() !== '')
      const said = line.replace(/^bwrap: /, '').trim()
      const reason = late || said || `it ended with ${error.code ?? error.signal ?? 'an error'}`
      resolve({ type: 'broken', path, reason: reason.replace(/\.$/, '').slice(0, KEPT_REASON) })
    })
  })
}

/** The places that are there. */
export interface FencedPlaces {
  readonly read: readonly string[]
  readonly write: readonly string[]
  /** What may only be read of those to write, and what of that may be written again. */
  readonly locked: readonly string[]
  readonly opened: readonly string[]
  readonly hasNetwork: boolean
}

/** The command inside the fence. */
export function inBubblewrap(
  bwrap: string,
  command: readonly string[],
  { read, write, locked, opened, hasNetwork }: FencedPlaces,
): readonly string[] {
  const bound = (flag: string, paths: readonly string[]) =>
    paths.filter((path) => path !== '/').flatMap((path) => [flag, path, path])
  const whole = write.includes('/') ? '--bind' : read.includes('/') ? '--ro-bind' : undefined
  return [
    bwrap,
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    ...['--die-with-parent', '--new-session', ...capabilities()],
    // What stands later lies on top.
    ...(whole === undefined ? ['--tmpfs', '/tmp', ...bound('--ro-bind-try', SYSTEM)] : [whole, '/', '/']),
    ...['--dev', '/dev', '--proc', '/proc'],
    ...bound('--ro-bind-try', [command[0] ?? '', ...read]),
    ...bound('--bind-try', write),
    ...bound('--ro-bind-try', locked),
    ...bound('--bind-try', opened),
    // What is written beside the places would be in memory only, and gone with the call.
    ...(whole === undefined ? ['--remount-ro', '/'] : []),
    '--',
    ...command,
  ]
}

/** Started by root it leaves everything that root may, mounting too, to what it runs. Files stay those of root. */
function capabilities(): readonly string[] {
  const drop = ['--cap-drop', 'ALL']
  return process.getuid?.() === 0 ? [...drop, '--cap-add', 'CAP_DAC_OVERRIDE'] : drop
}
