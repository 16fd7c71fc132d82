import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** Run by scripts of their own. */
const APART = ['tree', 'real']

test('`npm run test:unit` names every folder that has tests', () => {
  const { scripts }: { scripts: { [name: string]: string } } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const named = /test\/\{([^}]+)\}/.exec(scripts['test:unit'] ?? '')?.[1]?.split(',') ?? []
  const found = globSync('test/*/**/*.test.{ts,tsx}', { cwd: root }).map(
    (path) => path.split(/[\\/]/)[1] ?? '',
  )
  const folders = [...new Set(found)].filter((name) => !APART.includes(name))
  assert.deepEqual([...named].sort(), folders.sort())
})
