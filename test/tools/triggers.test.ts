// What the patterns of the tools' words take from a message, and what they leave to the classifier.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { readToolWords } from '../../source/manifest/tool-words.ts'

const toolsDir = join(import.meta.dirname, '..', '..', 'tools')

/** What the first matching pattern of the tool captures; undefined: none matches. */
function captured(tool: string, message: string): Readonly<Record<string, string>> | undefined {
  const config = join(toolsDir, tool, 'config.yaml')
  const { words } = readToolWords(readFileSync(config, 'utf8'), config)
  const matches = (words?.triggers ?? []).map(({ pattern }) =>
    new RegExp(`^(?:${pattern})$`, 'iu').exec(message),
  )
  const match = matches.find((one) => one !== null)
  return match == null ? undefined : { ...match.groups }
}

describe('memory_store', () => {
  for (const [message, text] of [
    ['remind me to renew the parking permit', 'renew the parking permit'],
    ['oh, can you remind me to ring the piano tuner on Monday, please?', 'ring the piano tuner on Monday'],
    ['also remind me to oil the hinges too', 'oil the hinges'],
  ] as const)
    test(message, () => assert.deepEqual(captured('memory_store', message), { text }))
  for (const [message, why] of [
    ['remind me to bring it on Sunday', 'a word points at something else'],
    ['remind me to buy yeast and tell me the time', 'there may be two requests'],
    ['remind me what I said', 'it is a question'],
    ['She said "remind me to dance"', 'it stands in another sentence'],
  ] as const)
    test(`not "${message}": ${why}`, () => assert.equal(captured('memory_store', message), undefined))
})

test('percentage_calculate: a share of so many, with a word between', () => {
  const message = 'i got 44 marks of 80, how much percent is that'
  assert.deepEqual(captured('percentage_calculate', message), { percentage: '44', value: '80' })
  assert.equal(captured('percentage_calculate', '44 marks of 80, how much percent is left'), undefined)
})

describe('date_compute: the date of another day than today', () => {
  for (const [message, date] of [
    ["what's the date tomorrow?", 'tomorrow'],
    ['what date is it on Friday', 'Friday'],
    ['what will be the date the day after tomorrow', 'the day after tomorrow'],
    ['what was the date yesterday', 'yesterday'],
    ["what's tomorrow's date", 'tomorrow'],
    ['what day is it tomorrow', 'tomorrow'],
  ] as const)
    test(message, () => assert.deepEqual(captured('date_compute', message), { date }))
  for (const message of ["what's the date today", 'what date was Monday', 'what day is it'])
    test(`not "${message}"`, () => assert.equal(captured('date_compute', message), undefined))
})

test('time_get_week_number: the week of a day, and that of now without one', () => {
  assert.deepEqual(captured('time_get_week_number', 'which calendar week is 1 May?'), { date: '1 May' })
  assert.deepEqual(captured('time_get_week_number', "what week is new year's eve"), {
    date: "new year's eve",
  })
  assert.deepEqual(captured('time_get_week_number', 'which week number is it?'), {})
})
