// Files that a person puts into a message with `@path`: those of the workspace and of the folders that are open, as for the
// tools that read, but none that is there to keep a secret.
import { realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import type { AttachableFiles, FoundFile } from '../contracts/attachable.ts'
import type { Folders } from '../contracts/folders.ts'
import { ToolFailure } from '../contracts/tool.ts'
import { PRIVATE_KEY } from '../lib/secret-forms.ts'
import { readText } from '../toolkit/read-text.ts'
import { expandHome, isInside, locate, type WorkspacePath } from '../toolkit/workspace-path.ts'

export interface AttachableSources {
  readonly workspace: string
  readonly folders: Folders | undefined
  /** The program's home: its settings and conversations go with no message. */
  readonly home: string
}

/** Names under which keys and passwords stand; examples of them are none. */
const SECRET_NAMES =
  /^(?:\.env(?:\..+)?|\.netrc|\.pgpass|\.npmrc|\.pypirc|\.htpasswd|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|credentials(?:\.json)?|.*\.(?:pem|key|ppk|p12|pfx|jks|keystore|kdbx|gpg|asc))$/i
const EXAMPLE = /\.(?:example|sample|template|dist)$/i
const SECRET_FOLDERS = /(?:^|\/)\.(?:ssh|gnupg|aws|kube|docker)\//

export function attachableFiles(sources: AttachableSources): AttachableFiles {
  const find = async (path: string, signal: AbortSignal): Promise<WorkspacePath | FoundFile> => {
    try {
      const { workspace, folders } = sources
      const place = await locate(workspace, path, { wanted: 'file', signal, suggest: false, folders })
      const facts = await stat(place.real)
      if (facts.isDirectory()) return { type: 'none' }
      const home = await realpath(sources.home).catch(() => resolve(sources.home))
      if (isInside(home, place.real) || isSecret(place))
        return refused(`\`${place.shown}\` is there to keep secrets, so it goes with no message.`)
      return place
    } catch (error) {
      if (!(error instanceof ToolFailure)) return { type: 'none' }
      const isThere = await isFile(resolve(sources.workspace, expandHome(path, homedir())))
      return isThere ? refused(error.message) : { type: 'none' }
    }
  }
  return {
    look: async (path, signal) => {
      const place = await find(path, signal)
      if ('type' in place) return place
      return { type: 'file', shown: place.shown, bytes: (await stat(place.real)).size }
    },
    read: async (path, signal) => {
      const place = await find(path, signal)
      if ('type' in place)
        return {
          ok: false,
          reason: place.type === 'refused' ? place.reason : `There is no \`${path}\` any more.`,
        }
      try {
        const { text } = await readText(place, signal)
        if (PRIVATE_KEY.test(text))
          return { ok: false, reason: `\`${place.shown}\` holds a private key, so it goes with no message.` }
        return { ok: true, text }
      } catch (error) {
        if (error instanceof ToolFailure) return { ok: false, reason: error.message }
        throw error
      }
    },
  }
}

function isSecret({ real, shown }: WorkspacePath): boolean {
  const names = [basename(real), basename(shown)]
  return SECRET_FOLDERS.test(real) || names.some((name) => SECRET_NAMES.test(name) && !EXAMPLE.test(name))
}

function refused(reason: string): FoundFile {
  return { type: 'refused', reason }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => !facts.isDirectory(),
    () => false,
  )
}
