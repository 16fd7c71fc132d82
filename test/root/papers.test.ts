import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { completionScript } from '../../source/completions.ts'
import { FLAGS } from '../../source/flags.ts'
import { flagRows, flagsPage, helpText, manPage } from '../../source/help-text.ts'
import { findProgram } from '../../source/paths.ts'
import { SHELLS, SUBCOMMANDS } from '../../source/subcommands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const STALE = 'run `npm run papers`'

describe('papers made from the tables', () => {
  test('docs/flags.md is current', () => assert.equal(read('docs/flags.md'), flagsPage(), STALE))

  test('the man page is current, and the package names it', () => {
    assert.equal(read('docs/ethervox.1'), manPage(findProgram().version), STALE)
    assert.equal((JSON.parse(read('package.json')) as { man?: string }).man, 'docs/ethervox.1')
  })

  test('help, page and man name every flag and subcommand', () => {
    const man = read('docs/ethervox.1').replaceAll('\\-', '-')
    for (const { call, row } of flagRows()) {
      assert.ok(helpText().includes(call), call)
      assert.ok(read('docs/flags.md').includes(row.environment), row.environment)
      assert.ok(man.includes(call), call)
    }
    for (const { name } of SUBCOMMANDS)
      for (const text of [helpText(), read('docs/flags.md'), man])
        assert.ok(text.includes(`ethervox ${name}`), name)
    assert.equal(flagRows().length, Object.keys(FLAGS).length)
  })

  test('no line of the man page is taken for a request that does not exist', () => {
    const requests = new Set(read('docs/ethervox.1').match(/^\.\S+/gm))
    assert.deepEqual([...requests].sort(), ['.B', '.BR', '.SH', '.TH', '.TP', '.\\"'].sort())
  })
})

describe('completions', () => {
  test('name every flag and every subcommand for every shell', () => {
    for (const shell of SHELLS) {
      const script = completionScript(shell)
      for (const { call } of flagRows()) {
        const long = /--([\w-]+)/.exec(call)?.[1] ?? ''
        assert.match(
          script,
          new RegExp(shell === 'fish' ? `-l ${long}\\b` : `--${long}\\b`),
          `${shell} ${long}`,
        )
      }
      for (const { name } of SUBCOMMANDS)
        assert.match(script, new RegExp(`\\b${name}\\b`), `${shell} ${name}`)
    }
  })

  test('of bash complete what is typed', { skip: !has('bash') && 'there is no bash' }, () => {
    const complete = (...words: string[]) => {
      const line = `source <(cat "$1"); COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _ethervox; echo "\${COMPREPLY[@]}"`
      const file = join(temporaryFolder('complete'), 'bash')
      writeFileSync(file, completionScript('bash'))
      return spawnSync('bash', ['-c', line, 'bash', file], { encoding: 'utf8' }).stdout.trim()
    }
    assert.equal(complete('ethervox', 'doc'), 'doctor')
    assert.equal(complete('ethervox', '--gpu', 'vu'), 'vulkan')
    assert.equal(complete('ethervox', '--dry'), '--dry-run')
    assert.equal(complete('ethervox', 'model', 'p'), 'pull path')
    assert.equal(complete('ethervox', 'doctor', '--re'), '--repair')
  })

  for (const [shell, flag] of [
    ['zsh', '-n'],
    ['fish', '--no-execute'],
  ] as const)
    test(`of ${shell} are read by it`, { skip: !has(shell) && `there is no ${shell} here` }, () => {
      const file = join(temporaryFolder('complete'), shell)
      writeFileSync(file, completionScript(shell))
      assert.equal(spawnSync(shell, [flag, file], { encoding: 'utf8' }).stderr, '')
    })

  test('for a shell that is not known are refused in a sentence', () => {
    assert.throws(() => completionScript('csh'), { message: /knows no `csh`; it takes bash, zsh, fish/ })
    assert.throws(() => completionScript(undefined), { message: /needs a shell/ })
  })
})

function has(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
