import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFlags, FLAGS, readFlags } from '../../source/command-line/flags.ts'
import { parseFlags } from '../../source/command-line/parse-flags.ts'
import { refuseOtherFlags } from '../../source/command-line/serve-flags.ts'
import { UserError } from '../../source/contracts/errors.ts'
import { temporaryFolder } from '../helpers/open-session.ts'
import { runProgramLines } from '../helpers/run-program.ts'

const refuses = (given: Record<string, unknown>, env: Record<string, string>, message: RegExp) =>
  assert.throws(
    () => readFlags(given, env),
    (error) => error instanceof UserError && error.exitCode === 2 && message.test(error.message),
  )

describe('flags', () => {
  test('nothing given is nothing set', () => assert.deepEqual(readFlags({}, {}), {}))

  test('values are taken as they are', () => {
    assert.deepEqual(readFlags({ prompt: 'hi', json: true, approve: 'all', temperature: 0.5, seed: 7 }, {}), {
      prompt: 'hi',
      json: true,
      approve: 'all',
      temperature: 0.5,
      seed: 7,
    })
  })

  test('`--help` and `--version` belong to the caller', () =>
    assert.deepEqual(readFlags({ help: true, version: false }, {}), {}))

  test('an unknown one is told with the nearest', () => {
    refuses({ modle: 'x' }, {}, /no flag `--modle`; did you mean `--model`\?$/)
    refuses({ jsonDelta: true }, {}, /no flag `--json-delta`; did you mean `--json-deltas`\?$/)
    refuses({ x: true }, {}, /no flag `-x`; `ethervox --help` lists them\.$/)
  })

  test('one given twice is told', () => refuses({ model: ['a', 'b'] }, {}, /`--model` was given 2 times/))

  test('one given twice is told by the program, too, and not as a fault of its own', async () => {
    const home = temporaryFolder('twice')
    const { code, err } = await runProgramLines(home, [], { args: ['--home', home] })
    assert.equal(err, '`--home` was given more than once; give it once.\n')
    assert.equal(code, 2)
  })

  test('a value of a flag that takes none is told, and not read as off', () => {
    for (const [word, flag] of [
      ['--continue=5', '--continue'],
      ['--continue=', '--continue'],
      ['--json-deltas=yes', '--json-deltas'],
      ['--jsonDeltas=yes', '--jsonDeltas'],
      ['-y=3', '-y'],
      ['--no-cache=true', '--no-cache'],
    ] as const)
      assert.throws(
        () => parseFlags('1', [word]),
        (error) =>
          error instanceof UserError &&
          error.message === `\`${word}\` is not known; \`${flag}\` takes nothing behind it.`,
        word,
      )
    const flagsOf = (...argv: string[]) => readFlags(parseFlags('1', argv).flags, {})
    assert.deepEqual(flagsOf('--continue=false', '--json=true'), { continue: false, json: true })
    assert.deepEqual(flagsOf('--no-cache', '--temperature=0', '--mode=fresh', '--', '--json=3'), {
      cache: false,
      temperature: 0,
      mode: 'fresh',
    })
  })

  test('a text behind its flag is one, whatever it begins with', () => {
    const flagsOf = (...argv: string[]) => readFlags(parseFlags('1', argv).flags, {})
    for (const text of ['- buy milk', '-5 plus 3', '-- a dash', '-1', '-p is what?'])
      for (const flag of ['-p', '--prompt'])
        assert.deepEqual(flagsOf('--json', flag, text), { json: true, prompt: text }, `${flag} ${text}`)
    assert.deepEqual(flagsOf('--system', '- be terse\n- be kind', '--json'), {
      json: true,
      system: '- be terse\n- be kind',
    })
    assert.throws(() => flagsOf('-p', '--json'), /`--prompt` needs TEXT behind it/)
    assert.deepEqual(parseFlags('1', ['--', '-p', '-5 x']).input, ['-p', '-5 x'])
  })

  test('what the environment says for another subcommand is no fault of a chat', () => {
    assert.throws(() => refuseOtherFlags({ declare: 'x' }, []), /`--declare` is for/)
    for (const name of ['declare', 'port', 'tokenFile']) refuseOtherFlags({ [name]: '1' }, [name])
  })

  test('a value that is no choice is told with the choices', () => {
    refuses({ approve: 'some' }, {}, /`--approve some` is not known; it takes ask, none, read, write, all\.$/)
  })

  test('a missing value is told', () => {
    refuses({ model: '' }, {}, /`--model` needs ID\|PATH behind it/)
    refuses({ prompt: true }, {}, /`--prompt` needs TEXT behind it/)
  })

  test('a number that is none, is empty, or is out of range is told with the range', () => {
    for (const seed of ['seven', '', ' ', Number.NaN, '1e99', -1, 2 ** 32])
      refuses({ seed }, {}, /--seed.* from 0 to 4294967295\.$/)
    refuses({ temperature: 2.1 }, {}, /`--temperature 2\.1` is not a number from 0 to 2\.$/)
    assert.deepEqual(readFlags({ temperature: '2', seed: 0 }, {}), { temperature: 2, seed: 0 })
  })

  test('counts are whole numbers, a temperature need not be', () => {
    for (const name of ['seed', 'context', 'maxTokens', 'threads'])
      refuses({ [name]: 600.5 }, {}, /is not a whole number/)
    assert.deepEqual(readFlags({ temperature: 0.7 }, {}), { temperature: 0.7 })
  })
})

describe('environment variables', () => {
  test('stand in for flags, and flags win', () => {
    const env = { ETHERVOX_MODEL: 'a', ETHERVOX_SEED: '7', ETHERVOX_JSON: '1' }
    assert.deepEqual(readFlags({}, env), { model: 'a', seed: 7, json: true })
    assert.deepEqual(readFlags({ model: 'b', json: false }, env), { model: 'b', seed: 7, json: false })
  })

  test('an empty one counts as not set', () =>
    assert.deepEqual(readFlags({}, { ETHERVOX_MODEL: '', ETHERVOX_SEED: '' }), {}))

  test('a switch is on or off by the words that mean it, and no other word is one', () => {
    for (const text of ['0', 'false', 'No', 'OFF', 'n'])
      assert.equal(readFlags({}, { ETHERVOX_YES: text }).yes, false, text)
    for (const text of ['1', 'true', 'Yes', 'on', 'y'])
      assert.equal(readFlags({}, { ETHERVOX_YES: text }).yes, true, text)
    refuses(
      {},
      { ETHERVOX_YES: 'nope' },
      /^`ETHERVOX_YES=nope` is not known; it takes 1, true, yes, on, y, or 0, false, no, off, n\.$/,
    )
    assert.equal(readFlags({ yes: true }, { ETHERVOX_YES: 'nope' }).yes, true, 'a flag wins')
  })

  test('`ask` counts where somebody can be asked; a flag counts always', () => {
    const env = { ETHERVOX_APPROVE: 'ask' }
    assert.equal(readFlags({}, env, true).approve, 'ask')
    assert.equal(readFlags({}, env, false).approve, undefined)
    for (const script of [{ prompt: 'hi' }, { json: true }])
      assert.equal(readFlags(script, env, true).approve, undefined)
    assert.equal(readFlags({ approve: 'ask' }, {}, false).approve, 'ask')
    assert.equal(readFlags({}, { ETHERVOX_APPROVE: 'read' }, false).approve, 'read')
  })

  test('one that says no turns its switch off', () => {
    assert.deepEqual(readFlags({}, { ETHERVOX_NO_CACHE: '1' }), { cache: false })
    assert.deepEqual(readFlags({}, { ETHERVOX_NO_CACHE: '0' }), { cache: true })
    assert.deepEqual(readFlags({ cache: false }, {}), { cache: false })
  })

  test('are checked like flags, and the refusal names the variable', () => {
    refuses({}, { ETHERVOX_APPROVE: 'some' }, /^`ETHERVOX_APPROVE=some` is not known; it takes ask, none/)
    refuses(
      {},
      { ETHERVOX_CONTEXT: '8k' },
      /^`ETHERVOX_CONTEXT=8k` is not a whole number from 512 to 1048576\.$/,
    )
  })

  test('a time that is none is told by its variable, too', () =>
    refuses({}, { ETHERVOX_NOW: 'noon' }, /^`ETHERVOX_NOW=noon` is not a time; write it like 2026/))

  test('every flag has one of its own, and both stand in the help', () => {
    const rows = Object.values(FLAGS)
    assert.equal(new Set(rows.map((row) => row.environment)).size, rows.length)
    const help = describeFlags().split('\n')
    assert.equal(help.length, rows.length)
    for (const [name, row] of Object.entries(FLAGS)) {
      const no = 'isNegated' in row ? 'no-' : ''
      const flag = `--${no}${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
      const line = help.find((one) => new RegExp(`${flag}( |$)`).test(one)) ?? ''
      assert.ok(line.includes(row.environment) && line.includes(row.meaning), flag)
    }
  })
})

test('a flag that is given twice is wrong usage, in a sentence', async () => {
  const home = temporaryFolder('home')
  const { code, out, err } = await runProgramLines(home, [], { args: ['--role', 'math', '--role', 'none'] })
  assert.deepEqual([code, out, err], [2, '', '`--role` was given more than once; give it once.\n'])
})
