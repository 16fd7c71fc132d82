// A small plugin, as somebody would have written it.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { sha256Hex } from '../../source/lib/checksum.ts'
import { entry, tar } from './write-tar.ts'

export interface WrittenPlugin {
  readonly name?: string
  readonly version?: string
  readonly kind?: string
  readonly tool?: string
  readonly risk?: string
  /** Of `tool.js`. */
  readonly code?: string
  readonly permissions?: object
  /** More files, or others in the place of its own. */
  readonly files?: { readonly [path: string]: string }
}

/** Writes it, with its sums; gives the folder. */
export function writePlugin(folder: string, written: WrittenPlugin = {}): string {
  const { name = 'plain', version = '1.0.0', kind = 'sandboxed', tool = 'word', permissions } = written
  const risk = written.risk ?? (kind === 'trusted' ? 'execute' : 'read')
  const schema = {
    ...{ name: tool, description: `Says a word backwards (${tool})`, risk },
    parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  }
  const words = `one_liner: Say a word backwards\ngroup: own\nexamples:\n  - say ${tool} backwards\n  - spell it from its end\n`
  const files: { readonly [path: string]: string } = {
    [`tools/${tool}/schema.json`]: JSON.stringify(schema),
    [`tools/${tool}/config.yaml`]: words,
    [`tools/${tool}/tool.js`]:
      written.code ?? `export default ({ text }) => \`\${[...text].reverse().join('')} (${version})\``,
    ...written.files,
  }
  rmSync(folder, { recursive: true, force: true })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const sums = Object.entries(files).map(([path, text]) => [path, sha256Hex(Buffer.from(text))])
  const sheet = {
    name,
    version,
    kind,
    summary: 'a plain plugin',
    tools: [tool],
    permissions,
    files: Object.fromEntries(sums),
  }
  writeFileSync(join(folder, 'plugin.json'), `${JSON.stringify(sheet, null, 2)}\n`)
  return folder
}

/** The same as a `.tgz` with one folder at its top, as `npm pack` and `tar czf` make it. */
export function packPlugin(folder: string, archive: string): string {
  const { files } = JSON.parse(readFileSync(join(folder, 'plugin.json'), 'utf8')) as {
    readonly files: object
  }
  const entries = ['plugin.json', ...Object.keys(files)].map((path) =>
    entry({ path: `package/${path}`, text: readFileSync(join(folder, path)) }),
  )
  writeFileSync(archive, gzipSync(tar(entries)))
  return archive
}
