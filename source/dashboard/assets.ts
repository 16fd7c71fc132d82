// The page's own files, read once when it is opened: nothing else on the disk can be asked for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../contracts/errors.ts'

export interface Asset {
  readonly type: string
  readonly text: string
}

const FILES = [
  ['/', 'page.html', 'text/html; charset=utf-8'],
  ['/page.js', 'page.js', 'text/javascript; charset=utf-8'],
  ['/page.css', 'page.css', 'text/css; charset=utf-8'],
  ['/icon.svg', 'icon.svg', 'image/svg+xml'],
] as const

/** By path; the page is told what gives a new address (`again`). Throws `UserError` where the page was not built. */
export function readAssets(dir: string, again?: string): ReadonlyMap<string, Asset> {
  const read = (file: string) => readFileSync(join(dir, file), 'utf8')
  const told = (text: string) =>
    again === undefined ? text : text.replace('<html', () => `<html data-again="${again}"`)
  try {
    return new Map(
      FILES.map(([path, file, type]) => [path, { type, text: path === '/' ? told(read(file)) : read(file) }]),
    )
  } catch (error) {
    throw new UserError(`The page's files are not in \`${dir}\`; \`npm run build\` makes them.`, 1, {
      cause: error,
    })
  }
}
