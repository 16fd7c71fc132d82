// Files of a workspace that a person has to see before they are used: shown, then trusted by the beginning of their hash.
import { type CommandResult, refusal } from '../contracts/command.ts'
import { inPlainSight } from './tool-files-of-home.ts'

/** As many digits of a hash tell two texts apart. */
const HASH_DIGITS = 12

/** A file that is not trusted yet. */
export interface SeenFile {
  /** `composite`, `skill`. */
  readonly kind: string
  /** The command that trusts it, without slash and hash. */
  readonly line: string
  readonly name: string
  readonly file: string
  readonly text: string
  readonly sha256: string
}

/** Shows it, or trusts exactly what was shown: the hash is that of the text. */
export function trustByHash(
  { kind, line, name, file, text, sha256 }: SeenFile,
  hash: string | undefined,
  keep: (sha256: string) => void,
): CommandResult & { readonly changed?: true } {
  if (hash === undefined)
    return {
      ok: true,
      text: `${file}\n\n${inPlainSight(text)}\n\n\`/${line} ${sha256.slice(0, HASH_DIGITS)}\` trusts exactly this text.`,
      data: { name, sha256, text },
    }
  if (hash.length < HASH_DIGITS || !sha256.startsWith(hash.toLowerCase()))
    return refusal(`\`${hash}\` is not the hash of \`${name}\` as it is now; \`/${line}\` shows it.`)
  try {
    keep(sha256)
  } catch (error) {
    return refusal(error instanceof Error ? error.message : String(error))
  }
  return {
    ok: true,
    text: `The ${kind} \`${name}\` is trusted and can be used; once its text changes it has to be seen again.`,
    data: { name, sha256 },
    changed: true,
  }
}
