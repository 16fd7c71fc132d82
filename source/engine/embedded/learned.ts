// What an adapter says of itself that it has learned to write (python/tune-calls.py).
import { readGgufFileInfo } from 'node-llama-cpp'

/** SQL about tables. */
export const LEARNED_SQL = 'sql'

/** The names in the file's metadata; none: only calls. Throws where it is no GGUF file. */
export async function learnedOf(path: string): Promise<readonly string[]> {
  const { metadata } = await readGgufFileInfo(path, { readTensorInfo: false, logWarnings: false })
  const own = (metadata as { readonly ethervox?: { readonly learned?: unknown } }).ethervox?.learned
  return Array.isArray(own) ? own.filter((one) => typeof one === 'string') : []
}
