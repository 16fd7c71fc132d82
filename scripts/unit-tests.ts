// The tests that need no model: one process for each folder of test/, as many at once as there are processors. A process for each
// file, as `node --test` has it, spends most of its time on loading the same modules.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
/** Run by scripts of their own. */
const APART = ['tree', 'real']
/** Those that take longest, begun first. */
const SLOW = ['session', 'journeys', 'plugins', 'command-line', 'tools']
/** What is stripped and compiled once is kept for the programs that tests start, which halves their time to start. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/tests') }

const folders = [
  ...new Set(
    globSync('test/*/**/*.test.{ts,tsx}', { cwd: root }).map((path) => path.split(/[\\/]/)[1] ?? ''),
  ),
]
  .filter((name) => !APART.includes(name))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))
const begun = performance.now()
/** Folder and what it printed, told again at the end. */
const failed: { readonly folder: string; readonly output: string }[] = []
const waiting = [...folders]
await Promise.all(Array.from({ length: availableParallelism() }, work))
const seconds = ((performance.now() - begun) / 1000).toFixed(0)
for (const { folder, output } of failed) console.log(`\ntest/${folder}, again:\n${faultsOf(output)}`)
const names = failed.map(({ folder }) => folder).join(', ')
console.log(
  failed.length === 0
    ? `The tests of all ${folders.length} folders passed in ${seconds} s.`
    : `Tests failed in ${names} (${folders.length} folders, ${seconds} s).`,
)
process.exitCode = failed.length === 0 ? 0 : 1

/** The list of failing tests with which the test runner ends; all of it where it came to none. */
function faultsOf(output: string): string {
  const at = output.lastIndexOf('✖ failing tests:')
  return (at < 0 ? output : output.slice(at)).trimEnd()
}

function rank(folder: string): number {
  const place = SLOW.indexOf(folder)
  return place < 0 ? SLOW.length : place
}

async function work(): Promise<void> {
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const { code, output } = await run(folder)
    console.log(`\ntest/${folder}\n${output.trimEnd()}`)
    if (code !== 0) failed.push({ folder, output })
  }
}

function run(folder: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const args = [
    '--import',
    './test/helpers/jsx.mjs',
    '--test',
    '--test-isolation=none',
    `test/${folder}/**/*.test.{ts,tsx}`,
  ]
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part) => parts.push(part))
    child.stderr.on('data', (part) => parts.push(part))
    child.on('error', fail)
    child.on('close', (code) => done({ code, output: Buffer.concat(parts).toString() }))
  })
}
