// Public data sets (BFCL, CLINC150, SLURP, an MCP catalogue …) that are too large for this repository.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = process.env.ETHERVOX_DATA

/** A file or folder of `ETHERVOX_DATA`; undefined: it is not here, and what needs it says that it was skipped. */
export function publicData(path: string): URL | undefined {
  if (folder === undefined) return undefined
  const url = new URL(path, pathToFileURL(`${resolve(folder)}/`))
  return existsSync(url) ? url : undefined
}
