// Which models there are: `models/catalogue.yaml`, read and checked. The sum in it is what is trusted, not the source.
// Next: find-model.ts (a name → a model), installed.ts (what is on disk), pull.ts (how it gets there).
import { readFile } from 'node:fs/promises'
import { parseYaml } from '../lib/yaml-file.ts'
import { checkCatalogue } from './catalogue-check.ts'

/** A place that a model's bytes can come from. */
export type ModelSource =
  | { readonly type: 'hf'; readonly repository: string; readonly revision: string; readonly file: string }
  | {
      readonly type: 'pip'
      /** In the order in which they are joined. */
      readonly parts: readonly PipPart[]
      /** Bytes of all packages, and of the largest one (packages are compressed; the model is the sum of what is in them). */
      readonly downloadBytes: number
      readonly largestPartBytes: number
    }
  | { readonly type: 'path'; readonly path: string }

export interface PipPart {
  readonly package: string
  readonly version: string
  /** Members of the package that are pieces of the model, in order. */
  readonly files: readonly string[]
}

/** A low-rank adapter (LoRA) in GGUF, beside the catalogue. */
export interface CallAdapter {
  readonly file: string
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string
}

/** One row of the catalogue. */
export interface CatalogueModel {
  readonly id: string
  readonly title: string
  /** SPDX name. */
  readonly licence: string
  /** `meaning`: it makes vectors of texts, and writes nothing. */
  readonly kind: 'chat' | 'meaning'
  /** How what the sources give becomes a GGUF file; undefined: it is one. */
  readonly convert: 'bert' | undefined
  readonly sizeBytes: number
  /** False: `sizeBytes` is only about right, and is not held against a file. */
  readonly sizeIsExact: boolean
  /** 64 lower-case hexadecimal digits; undefined: none is known here. */
  readonly sha256: string | undefined
  /** Free memory from which this model is a good choice. */
  readonly memoryBytes: number
  /** Window that it was trained on, in tokens. */
  readonly contextTokens: number
  readonly chatFormat: string
  /** Whose sentence answers after a tool, until the model has been probed. */
  readonly answers: 'model' | 'tool' | 'auto'
  /** Worked examples in a tool's context state. */
  readonly examples: number
  /** It was trained on code, and writes expressions better as such than as JSON. */
  readonly code: boolean
  /** What the call lane adds to its weights: a file of the catalogue's folder (docs/lanes.md); undefined: nothing. */
  readonly callAdapter: CallAdapter | undefined
  /** The same in the talk lane. */
  readonly talkAdapter: CallAdapter | undefined
  /** True: fetched, summed and measured by this project. */
  readonly verified: boolean
  readonly note: string | undefined
  /** Tried in this order. */
  readonly sources: readonly ModelSource[]
}

export interface Catalogue {
  readonly type: 'catalogue'
  readonly file: string
  /** In the file's order. */
  readonly models: readonly CatalogueModel[]
}

/** Why there is no catalogue; `message` is a whole sentence with the place. */
export interface CatalogueProblem {
  readonly type: 'problem'
  readonly file: string
  readonly message: string
  /** Both from 1; undefined when the file could not be read at all. */
  readonly line?: number
  readonly column?: number
}

/** Reads and checks a catalogue; a file that is missing or wrong is a problem, not an exception. */
export async function loadCatalogue(path: string): Promise<Catalogue | CatalogueProblem> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    const message = `The model catalogue \`${path}\` cannot be read (${reason}); install ethervox anew, or name another catalogue.`
    return { type: 'problem', file: path, message }
  }
  return parseCatalogue(text, path)
}

/** The same from text; `path` is only a name. Pure. */
export function parseCatalogue(text: string, path: string): Catalogue | CatalogueProblem {
  const yaml = parseYaml(text, path)
  if (yaml.type === 'problem') return yaml
  const checked = checkCatalogue(yaml)
  return 'type' in checked ? checked : { type: 'catalogue', file: path, models: checked.models }
}

/**
 * The largest verified chat model for which this much memory is free, else the smallest verified one.
 * The thresholds are `memory_bytes` in the catalogue. Undefined only when no model is verified.
 */
export function recommend(freeMemoryBytes: number, catalogue: Catalogue): CatalogueModel | undefined {
  const verified = catalogue.models
    .filter(({ verified, kind }) => verified && kind === 'chat')
    .sort((a, b) => b.sizeBytes - a.sizeBytes)
  return verified.find((model) => model.memoryBytes <= freeMemoryBytes) ?? verified.at(-1)
}

/** One line for the place, e.g. `hf:Qwen/…-GGUF/file.gguf`; also the key of a half-fetched file. */
export function sourceName(source: ModelSource): string {
  switch (source.type) {
    case 'hf':
      return `hf:${source.repository}/${source.file}${source.revision === 'main' ? '' : `@${source.revision}`}`
    case 'pip': {
      const [first, ...rest] = source.parts
      const range = rest.length === 0 ? '' : ` … ${rest.at(-1)?.package}`
      return `pip:${first?.package}==${first?.version}${range}`
    }
    case 'path':
      return source.path
  }
  source satisfies never
}
