import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Catalogue, CatalogueModel } from './catalogue.ts'
import { droppedFiles, isGguf, modelPath } from './installed.ts'
import { systemCode } from './pull-error.ts'

/** What a name that a person gave stands for. */
export type FoundModel =
  /** `path`: where its file is, or would be; `inspectModel` says which. */
  | { readonly type: 'catalogue'; readonly id: string; readonly model: CatalogueModel; readonly path: string }
  /** A GGUF of the person's own: dropped into the models folder, or anywhere. */
  | { readonly type: 'file'; readonly id: string; readonly path: string; readonly sizeBytes: number }
  | { readonly type: 'unknown'; readonly message: string; readonly nearest: string | undefined }

export interface ModelPlaces {
  readonly catalogue: Catalogue
  readonly modelsDir: string
}

/** Finds a model by id, by the beginning of an id that only one has, or by the path of a `.gguf` file. */
export async function findModel(idOrPath: string, places: ModelPlaces): Promise<FoundModel> {
  const { catalogue, modelsDir } = places
  if (/[\\/]/.test(idOrPath) || /\.gguf$/i.test(idOrPath)) return findFile(idOrPath, places)
  const files = await droppedFiles(modelsDir)
  const ids = [...new Set([...catalogue.models.map((model) => model.id), ...files])]
  const wanted = idOrPath.toLowerCase()
  const exact = ids.filter((id) => id.toLowerCase() === wanted)
  const matches =
    exact.length > 0 || wanted === '' ? exact : ids.filter((id) => id.toLowerCase().startsWith(wanted))
  const [id, another] = matches
  if (id !== undefined && another === undefined) return named(id, places)
  if (id !== undefined) {
    const message = `\`${idOrPath}\` is the beginning of ${matches.length} models: ${matches.join(', ')}; give more of one.`
    return { type: 'unknown', message, nearest: undefined }
  }
  const nearest = nearestId(idOrPath, ids)
  const hint = nearest === undefined ? '`ethervox model list` shows them all' : `did you mean \`${nearest}\`?`
  return {
    type: 'unknown',
    message: `There is no model \`${idOrPath}\`; ${hint}${nearest ? '' : '.'}`,
    nearest,
  }
}

async function named(id: string, { catalogue, modelsDir }: ModelPlaces): Promise<FoundModel> {
  const path = modelPath(modelsDir, id)
  const model = catalogue.models.find((row) => row.id === id)
  if (model !== undefined) return { type: 'catalogue', id, model, path }
  return fileAt(path, id)
}

async function findFile(path: string, places: ModelPlaces): Promise<FoundModel> {
  const full = resolve(path)
  const model = places.catalogue.models.find((row) => resolve(modelPath(places.modelsDir, row.id)) === full)
  if (model !== undefined) return { type: 'catalogue', id: model.id, model, path: full }
  const found = await fileAt(full, path)
  // A bare file name may also mean the one in the models folder.
  if (found.type !== 'unknown' || /[\\/]/.test(path)) return found
  const inFolder = await findModel(path.replace(/\.gguf$/i, ''), places)
  return inFolder.type === 'unknown' ? found : inFolder
}

async function fileAt(path: string, asked: string): Promise<FoundModel> {
  const unknown = (message: string): FoundModel => ({ type: 'unknown', message, nearest: undefined })
  try {
    const found = await stat(path)
    if (!found.isFile()) return unknown(`\`${asked}\` is not a file; give the path of a GGUF file.`)
    if (!(await isGguf(path)))
      return unknown(
        `\`${asked}\` is not a GGUF file (its first bytes are not \`GGUF\`); \`/model\` lists those that can be loaded.`,
      )
    const id = (path.split(/[\\/]/).at(-1) ?? path).replace(/\.gguf$/i, '')
    return { type: 'file', id, path, sizeBytes: found.size }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    return unknown(
      code === 'ENOENT'
        ? `There is no file \`${asked}\`; give the path of a GGUF file, or an id from \`ethervox model list\`.`
        : `\`${asked}\` cannot be read (${code}); give yourself access to the file, \`/model\` lists the others.`,
    )
  }
}

/** The id that was most likely meant; undefined when none is close. What people leave out of an id costs little. */
export function nearestId(asked: string, ids: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(asked.length / 3))
  const ranked = ids
    .map((id) => ({ id, cost: distance(asked.toLowerCase(), id.toLowerCase()) }))
    .filter(({ cost }) => Math.floor(cost) <= limit)
    .sort((a, b) => a.cost - b.cost)
  return ranked[0]?.id
}

// Edit distance in which a letter of `id` that was not typed costs next to nothing, so that it only breaks ties.
function distance(asked: string, id: string): number {
  const skipped = 0.001
  let row = Array.from({ length: id.length + 1 }, (_, at) => at * skipped)
  for (const letter of asked) {
    const above = row
    row = [(above[0] ?? 0) + 1]
    for (let at = 1; at <= id.length; at++) {
      const replaced = (above[at - 1] ?? 0) + (id[at - 1] === letter ? 0 : 1)
      row.push(Math.min(replaced, (above[at] ?? 0) + 1, (row[at - 1] ?? 0) + skipped))
    }
  }
  return row[id.length] ?? Number.POSITIVE_INFINITY
}
