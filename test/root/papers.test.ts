import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { completionScript } from '../../source/command-line/completions.ts'
import { FLAGS } from '../../source/command-line/flags.ts'
import { flagRows, flagsPage, helpText, manPage } from '../../source/command-line/help-text.ts'
import { SHELLS, SUBCOMMANDS } from '../../source/command-line/subcommands.ts'
import { findProgram } from '../../source/paths.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { Pty } from '../helpers/pty.ts'

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
    assert.equal(complete('ethervox', '--gpu', '=', 'vu'), 'vulkan')
    assert.equal(complete('ethervox', '--gpu', '='), complete('ethervox', '--gpu', ''))
    assert.equal(complete('ethervox', '--dry'), '--dry-run')
    assert.equal(complete('ethervox', 'model', 'p'), 'pull path')
    assert.equal(complete('ethervox', 'doctor', '--re'), '--repair')
  })

  test('of fish are read by it and complete', { skip: !has('fish') && 'there is no fish here' }, () => {
    const file = join(temporaryFolder('complete'), 'fish')
    writeFileSync(file, completionScript('fish'))
    const complete = (line: string) => {
      const command = `source ${file}; complete -C '${line}'`
      const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', command], { encoding: 'utf8' })
      assert.equal(stderr, '')
      return stdout
        .trim()
        .split('\n')
        .map((row) => row.split('\t')[0])
    }
    assert.deepEqual(complete('ethervox doc'), ['doctor'])
    assert.deepEqual(complete('ethervox --gpu vu'), ['vulkan'])
    assert.deepEqual(complete('ethervox --gpu=vu'), ['--gpu=vulkan'])
    assert.deepEqual(complete('ethervox --dry'), ['--dry-run'])
    assert.deepEqual(complete('ethervox model p'), ['path', 'pull'])
    assert.deepEqual(complete('ethervox doctor --re'), ['--repair'])
  })

  test('of zsh are read by it and complete', {
    skip: !has('zsh') && 'there is no zsh here',
    timeout: 60_000,
  }, async (t) => {
    const folder = temporaryFolder('complete')
    const file = join(folder, 'zsh')
    writeFileSync(file, completionScript('zsh'))
    const zsh = new Pty('zsh', ['-f', '-i'], { env: { HOME: folder, ZDOTDIR: folder } })
    t.after(() => zsh.close())
    await zsh.until(/[#%>] *$/)
    zsh.type(
      `PS1='> '; autoload -Uz compinit && compinit -u -D; source <(cat ${file}); clear; echo rea''dy\r`,
    )
    await zsh.until(/^ready\n> *$/)
    for (const [typed, whole] of [
      ['ethervox doc', 'ethervox doctor'],
      ['ethervox --gpu vu', 'ethervox --gpu vulkan'],
      ['ethervox --gpu=vu', 'ethervox --gpu=vulkan'],
      ['ethervox --approve ask --dry', 'ethervox --approve ask --dry-run'],
      ['ethervox model pu', 'ethervox model pull'],
      ['ethervox doctor --re', 'ethervox doctor --repair'],
    ] as const) {
      zsh.type(`${typed}\t`)
      await zsh.until((screen) => screen.trimEnd().endsWith(`> ${whole}`))
      zsh.type('\x15')
      await zsh.until((screen) => screen.endsWith('\n>') || screen.endsWith('\n> '))
    }
  })

  test('for a shell that is not known are refused in a sentence', () => {
    assert.throws(() => completionScript('csh'), { message: /knows no `csh`; it takes bash, zsh, fish/ })
    assert.throws(() => completionScript(undefined), { message: /needs a shell/ })
  })
})

function has(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
