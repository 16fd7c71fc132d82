// The process in which one call of a trusted plugin runs (see `trusted-run.ts`): it imports the plugin's module, calls what that exports
// as default, and writes one JSON text to descriptor 3. Nothing of ours is imported: under `--permission` only the plugin can be read.
import fs, { closeSync, type PathLike, readFileSync, statSync, writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

/** What comes in by standard input. */
interface TrustedWork {
  readonly file: string
  readonly args: unknown
  readonly host: { readonly workspace: string; readonly data: string; readonly now: string }
}

const RESULT = 3
/** Node's names for what it refused. */
const ACTS: { readonly [permission: string]: string } = {
  FileSystemRead: 'read',
  FileSystemWrite: 'write',
  ChildProcess: 'start',
}
const LONGEST_MESSAGE = 300
/** What stays closed in a place that may be written (`locked-places.ts`). */
const LOCKED = /(?:^|[/\\])\.(?:git|ethervox)(?:[/\\]|$)/i

letMakeWhatIsThere()
// What ends before this is no fault of the plugin.
writeSync(RESULT, '\n')
const { file, args, host } = JSON.parse(readFileSync(0, 'utf8')) as TrustedWork
try {
  const { default: run } = (await import(pathToFileURL(file).href)) as { readonly default?: unknown }
  if (typeof run !== 'function')
    throw new Error('it must export a function as default: `export default (args, host) => …`')
  tell({ value: (await run(args, host)) ?? null })
} catch (error) {
  const attempt = attemptOf((error ?? {}) as { readonly [name: string]: unknown })
  const message = attempt ?? String((error as Error | undefined)?.message ?? error)
  tell({
    code: attempt === undefined ? 'failed' : 'outside_permissions',
    message: message.slice(0, LONGEST_MESSAGE),
  })
}

/** What of it Node refused, as a clause; undefined: nothing. */
function attemptOf({
  code,
  permission,
  resource,
  message,
  path: at,
  dest,
}: {
  readonly [name: string]: unknown
}) {
  if (code === 'ERR_ACCESS_DENIED')
    return `${ACTS[String(permission)] ?? `use ${permission}`} ${resource || 'a program'}`
  // What bubblewrap laid over a place that may be written is to be read alone, and can neither be moved nor taken away.
  const closed = [dest, at].find((one) => typeof one === 'string' && LOCKED.test(one))
  if ((code === 'EROFS' || code === 'EBUSY') && closed !== undefined) return `write ${closed}`
  // Inside bubblewrap a module outside is not there, which is found before Node asks whether it may be read.
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
  const path = isMissing ? /Cannot find module '(\/[^']+)'/.exec(String(message))?.[1] : undefined
  return path !== undefined && !process.permission.has('fs.read', path) ? `read ${path}` : undefined
}

/** The other side ends this process as soon as this is closed. */
function tell(said: object): void {
  const bytes = Buffer.from(JSON.stringify(said))
  for (let at = 0; at < bytes.length; ) at += writeSync(RESULT, bytes, at)
  closeSync(RESULT)
}

/** A folder that is there need not be made: a place is opened by what may be made in it, and to make the place itself would be a breach. */
function letMakeWhatIsThere(): void {
  const { mkdir, mkdirSync, promises } = fs
  const makeSoon = promises.mkdir
  Object.assign(fs, {
    mkdirSync: (...asked: Parameters<typeof mkdirSync>) => (isThere(asked) ? undefined : mkdirSync(...asked)),
    mkdir: (...asked: Parameters<typeof mkdir>) => {
      const done: unknown = asked.at(-1)
      if (isThere(asked) && typeof done === 'function') process.nextTick(done as () => void, null)
      else mkdir(...asked)
    },
  })
  Object.assign(promises, {
    mkdir: async (...asked: Parameters<typeof makeSoon>) => (isThere(asked) ? undefined : makeSoon(...asked)),
  })
  syncBuiltinESMExports()
}

function isThere([path, options]: readonly unknown[]): boolean {
  const isRecursive = typeof options === 'object' && options !== null && 'recursive' in options
  try {
    return isRecursive && options.recursive === true && statSync(path as PathLike).isDirectory()
  } catch {
    return false
  }
}
