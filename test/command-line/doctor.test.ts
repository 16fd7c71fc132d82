import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { homedir, hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { DoctorReport } from '../../source/contracts/doctor.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { readZip } from '../helpers/read-zip.ts'

const CLI = join(import.meta.dirname, '../../source/cli.ts')

let folder = ''
let home = ''
beforeEach(() => {
  folder = temporaryFolder('doctor')
  home = join(folder, 'home-of-anna-secret1')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function doctor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CLI, 'doctor', '--home', home, ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ETHERVOX_MODELS: join(folder, 'models'), ...env },
  })
  const report = () => JSON.parse(stdout) as DoctorReport
  const check = (name: string) => report().checks.find((one) => one.name === name)
  return { stdout, stderr, status, report, check }
}

describe('ethervox doctor', () => {
  test('examines a home that is not there, and makes nothing', () => {
    const run = doctor(['--json'])
    assert.equal(run.status, 0, run.stdout)
    assert.equal(run.check('engine')?.status, 'ok')
    assert.equal(run.check('tools')?.status, 'ok')
    assert.equal(run.check('models')?.status, 'warn')
    assert.equal(existsSync(home), false)
  })

  test('works where settings, tools, system text, memory and environment are broken, and repairs what it can', () => {
    mkdirSync(join(home, 'tools'), { recursive: true, mode: 0o755 })
    writeFileSync(join(home, 'settings.json'), '{"approve": 7')
    writeFileSync(join(home, 'installed.json'), '{}')
    writeFileSync(join(home, 'tools', 'tools.bin'), 'no tools')
    writeFileSync(join(home, 'system.md'), '')
    writeFileSync(join(home, 'memory.sqlite'), 'no database'.repeat(500))
    const broken = doctor(['--json'], { ETHERVOX_THREADS: 'many' })
    assert.equal(broken.status, 1)
    const failed = broken.report().checks.filter(({ status }) => status === 'fail')
    assert.deepEqual(
      failed.map(({ name }) => name),
      ['tools', 'settings', 'environment', 'system text', 'memory file'],
    )
    for (const { name, repair } of failed) assert.ok(repair, `${name} says how to mend it`)

    const mended = doctor(['--repair', '--json'])
    const left = mended.report().checks.filter(({ status }) => status === 'fail')
    assert.deepEqual(
      left.map(({ name }) => name),
      ['memory file'],
    )
    assert.equal(mended.check('permissions')?.status, 'ok')
    assert.match(mended.report().repaired.join(' '), /settings were set aside/)
  })

  test('repairs nothing in a folder that is no home', () => {
    mkdirSync(home)
    writeFileSync(join(home, 'system.md'), '')
    const run = doctor(['--repair', '--json'])
    assert.deepEqual([run.check('system text')?.status, run.report().repaired], ['fail', []])
    assert.deepEqual(readdirSync(home), ['system.md'])
  })

  test('works where the home is a file', () => {
    writeFileSync(home, '')
    const run = doctor([])
    assert.equal(run.status, 1)
    assert.match(run.stdout, /fail {2}home +`.+` is a file\n +→ Move it away/)
  })

  test('reads a model whole on request, and names one whose bytes are wrong', () => {
    mkdirSync(join(folder, 'models'))
    const path = join(folder, 'models', 'smollm2-135m-instruct-q4_1.gguf')
    writeFileSync(path, 'GGUF')
    truncateSync(path, smolBytes())
    assert.equal(doctor(['--json']).check('model')?.status, 'ok', 'its name and size are right')
    const run = doctor(['--sums', '--json'])
    assert.equal(run.check('model')?.status, 'fail')
    assert.match(run.check('model')?.text ?? '', /has the sha256 \w{12}…, not \w{12}…$/)
    assert.match(run.check('model')?.repair ?? '', /model pull smollm2-135m/)
  })

  test('tells how to take away what is no model, and counts it for none', () => {
    mkdirSync(join(folder, 'models'))
    writeFileSync(join(folder, 'models', 'broken.gguf'), '<html>')
    const run = doctor(['--json'])
    assert.equal(run.check('models')?.status, 'warn')
    assert.equal(run.check('model')?.repair, '`ethervox model remove broken` takes it away.')
  })

  test('says in one sentence what it does not take', () => {
    const run = doctor(['--rapair'])
    assert.equal(run.status, 2)
    assert.match(run.stderr, /^Unknown option `--rapair`; `ethervox doctor` takes \[--repair\]/)
  })

  test('names a setting that does not exist', () => {
    mkdirSync(home)
    writeFileSync(join(home, 'settings.json'), '{"thread": 2}')
    assert.equal(doctor(['--json']).check('settings')?.repair, 'Did you mean `threads`?')
  })

  test('looks at what the environment wins over the settings with, and says which of the two it was', () => {
    mkdirSync(home, { mode: 0o700 })
    writeFileSync(join(home, 'settings.json'), '{"threads": 1, "model": "nonsense-model"}')
    const own = doctor(['--json'])
    assert.match(own.check('threads')?.text ?? '', /, by the setting `threads`$/)
    assert.equal(own.check('chosen model')?.status, 'warn')
    assert.equal(
      own.check('chosen model')?.text,
      'the setting `model` names `nonsense-model`, which cannot be loaded',
    )
    assert.match(
      own.check('chosen model')?.repair ?? '',
      /^There is no model `nonsense-model`.+\/settings model/,
    )
    const run = doctor(['--json'], {
      ETHERVOX_THREADS: '200',
      ETHERVOX_GPU: 'cuda',
      ETHERVOX_MODEL: 'smollm2-135m-instruct-q4_1',
    })
    assert.match(run.check('threads')?.text ?? '', /^200 of \d+, by `ETHERVOX_THREADS` in the environment$/)
    assert.match(run.check('threads')?.repair ?? '', /take `ETHERVOX_THREADS` out of the environment/)
    assert.match(
      run.check('engine')?.text ?? '',
      /^it does not load \(`cuda`, by `ETHERVOX_GPU` in the environment\)/,
    )
    assert.match(
      run.check('chosen model')?.text ?? '',
      /^`ETHERVOX_MODEL` names `smollm2\S+`, which is not installed$/,
    )
    const served = doctor(['--json'], { ETHERVOX_ENGINE: 'http://localhost:1' })
    assert.equal(served.check('chosen model'), undefined, "a server's names are its own")
  })
})

describe('the bundle', () => {
  test('holds no secret that lies in the home, its settings, its files or the environment', () => {
    plantSecrets()
    const path = join(folder, 'bundle.zip')
    const run = doctor(['--bundle', path], {
      ETHERVOX_SYSTEM: 'secret10',
      ETHERVOX_PROMPT: 'secret11',
      TERM_PROGRAM: 'secret12',
    })
    const bytes = readFileSync(path)
    const entries = readZip(bytes)
    assert.deepEqual([...entries.keys()], ['README.txt', 'report.json', 'settings.json', 'home.json'])
    const all = [bytes.toString('latin1'), ...entries.keys(), ...entries.values()].join('\n')
    assert.match(run.stdout, /secret1/, 'the person is shown the own paths')
    assert.doesNotMatch(all, /secret\d/i)
    for (const name of [
      homedir(),
      folder,
      userInfo().username === 'root' ? homedir() : userInfo().username,
      hostname(),
    ])
      assert.ok(!all.includes(name), `the bundle does not hold \`${name}\``)
    const settings = JSON.parse(entries.get('settings.json') ?? '') as Record<string, unknown>
    assert.deepEqual(
      [settings.threads, settings.folders, settings.gpu, settings.role],
      [2, 'set', 'off', 'default'],
    )
    assert.ok((JSON.parse(entries.get('report.json') ?? '') as { checks: unknown[] }).checks.length > 12)
  })

  test('quotes nothing of a settings file that cannot be read', () => {
    mkdirSync(home)
    writeFileSync(join(home, 'settings.json'), '{"model": secret1}')
    const path = join(folder, 'other.zip')
    doctor(['--bundle', path])
    assert.doesNotMatch([...readZip(readFileSync(path)).values()].join('\n'), /secret\d/)
  })

  test('that cannot be written says so', () => {
    const there = join(folder, 'notes.txt')
    writeFileSync(there, 'mine')
    assert.match(doctor(['--bundle', there]).stderr, /The bundle was not written: `.+` is there already/)
    assert.equal(readFileSync(there, 'utf8'), 'mine')
    const run = doctor(['--bundle', join(folder, 'no', 'where.zip')])
    assert.equal(run.status, 1)
    assert.match(run.stderr, /The bundle was not written: There is no folder `.+`; make it first/)
  })
})

/** As the catalogue has it. */
function smolBytes(): number {
  const catalogue = readFileSync(join(import.meta.dirname, '../../models/catalogue.yaml'), 'utf8')
  const size = /id: smollm2-135m-instruct-q4_1[\s\S]*?size_bytes: ([\d_]+)/.exec(catalogue)?.[1]
  assert.ok(size !== undefined)
  return Number(size.replaceAll('_', ''))
}

function plantSecrets(): void {
  for (const part of ['sessions', 'models', 'commands', 'mcp-logins'])
    mkdirSync(join(home, part), { recursive: true })
  mkdirSync(join(folder, 'models'))
  const settings = { threads: 2, gpu: 'off', model: '/x/secret2.gguf', folders: { secret3: '/x/secret4' } }
  writeFileSync(join(home, 'settings.json'), JSON.stringify(settings))
  writeFileSync(join(home, 'sessions', 'secret5.jsonl'), '{"text": "secret6"}\n')
  writeFileSync(join(home, 'secret7.txt'), 'secret8')
  writeFileSync(join(home, 'mcp-logins', 'secret15.json'), '{"access_token": "secret16"}')
  writeFileSync(join(home, 'system.md'), 'secret9')
  writeFileSync(join(folder, 'models', 'secret13.gguf'), 'GGUF secret14')
}
