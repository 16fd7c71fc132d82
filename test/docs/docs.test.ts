// What the pages promise: links lead somewhere, commands exist, and every line of a `sh` block runs. There is no model and no network
// here, so what needs one goes as far as it can.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { loadCommands } from '../../source/home/load-commands.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const NO_MODEL = 3

/** Inline code that begins with a slash and is no command. */
const NO_COMMANDS = /^\/(?:tmp|etc|usr|dev|home|proc|text|name|help|v1)\b/
/** Lines that install the program that is tested here, fetch from the network or need a model that is here; what is checked in their place. */
const IN_PLACE: readonly (readonly [RegExp, string])[] = [
  [/^npm (?:ci|start)$/, 'true'],
  [/^ethervox model (?:pull|path|remove) (\S+)$/, 'ethervox model info $1'],
]

describe('pages', () => {
  test('are all in the index', () => {
    const index = read('docs/README.md')
    for (const page of PAGES) if (page !== 'README.md') assert.ok(index.includes(`(${page})`), page)
  })

  test('name the commands that do not work at level 3, and those that do at level 4', async () => {
    const commands = await loadCommands(findProgram())
    const names = (isMeant: (lowest: number) => boolean) =>
      commands
        .filter(({ worksDownTo }) => isMeant(worksDownTo))
        .map(({ name }) => `/${name}`)
        .sort()
        .join(' ')
    const levels = read('docs/levels.md')
    assert.ok(
      levels.includes(`all commands but \`${names((lowest) => lowest < 3)}\``),
      names((lowest) => lowest < 3),
    )
    assert.ok(
      levels.includes(`\`${names((lowest) => lowest === 4)}\`; messages`),
      names((lowest) => lowest === 4),
    )
  })

  test('link to files that are there', () => {
    const broken = [...PAGES.map((page) => `docs/${page}`), 'README.md'].flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, link = '']) => join(dirname(page), link))
        .filter((path) => !existsSync(join(ROOT, path)))
        .map((path) => `${page}: ${path}`),
    )
    assert.deepEqual(broken, [])
  })

  test('name slash commands that exist', async () => {
    const names = new Set((await loadCommands(findProgram())).map(({ name }) => name))
    const pages = [
      'quick-start.md',
      'models.md',
      'scripts.md',
      'faq.md',
      'doctor.md',
      'levels.md',
      'README.md',
    ]
    const found = pages.flatMap((page) =>
      [...read(`docs/${page}`).matchAll(/`\/([a-z][a-z_-]*)(?=[ `])/g)].map(([, name = '']) => ({
        page,
        name,
      })),
    )
    const unknown = found.filter(({ name }) => !names.has(name) && !NO_COMMANDS.test(`/${name}`))
    assert.deepEqual(unknown, [])
    assert.ok(found.length > 20, 'the scan finds commands at all')
  })
})

describe('lines of the pages', () => {
  const folder = temporaryFolder('docs')
  after(() => rmSync(folder, { recursive: true, force: true }))
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'ethervox'),
    `#!/bin/sh\nexec '${process.execPath}' '${join(ROOT, 'source/cli.ts')}' "$@"\n`,
    { mode: 0o755 },
  )
  for (const { page, line, code } of PAGES.flatMap(linesOf))
    test(`${page}: ${line}`, () => {
      const { status, stderr } = spawnSync('bash', ['-c', line], {
        cwd: folder,
        encoding: 'utf8',
        input: '',
        env: {
          ...process.env,
          PATH: `${bin}:${process.env.PATH}`,
          ETHERVOX_HOME: join(folder, 'home'),
          ETHERVOX_MODELS: join(folder, 'models'),
        },
      })
      // A message without a model ends with the code that says so, and with nothing else.
      assert.ok(
        status === code || (code === 0 && status === NO_MODEL && line.includes('-p ')),
        `${status}: ${stderr}`,
      )
    })
})

/** `# exit N` behind a line is the code that it ends with. */
function linesOf(page: string): readonly { page: string; line: string; code: number }[] {
  return [...read(`docs/${page}`).matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
    block
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((written) => {
        const code = Number(/# exit (\d+)/.exec(written)?.[1] ?? 0)
        const line = written.replace(/\s+#.*$/, '')
        const [pattern, other] = IN_PLACE.find(([one]) => one.test(line)) ?? []
        return { page, code, line: pattern === undefined ? line : line.replace(pattern, other ?? '') }
      }),
  )
}
