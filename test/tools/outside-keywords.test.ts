// The keywords that hold values to the message, against the requests that the tools' authors wrote.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { readSpan } from '../../source/engine/embedded/span-shape.ts'
import { readToolWords } from '../../source/manifest/tool-words.ts'
import contextManage from '../../tools/context_manage/tool.ts'
import getWeatherForecast from '../../tools/get_weather_forecast/tool.ts'
import pathSet from '../../tools/path_set/tool.ts'
import shellRun from '../../tools/shell_run/tool.ts'
import toolInfo from '../../tools/tool_info/tool.ts'
import webFetch from '../../tools/web_fetch/tool.ts'

/** Requests with the arguments that they need. */
function requestsOf({
  name,
}: Tool): readonly { readonly user: string; readonly arguments: Readonly<Record<string, unknown>> }[] {
  const file = new URL(`../../tools/${name}/config.yaml`, import.meta.url)
  const { words } = readToolWords(readFileSync(file, 'utf8'), name)
  assert.ok(words !== undefined)
  const tests = words.tests.flatMap(({ input, tool, arguments: accepted }) =>
    tool === name
      ? [
          {
            user: input,
            arguments: Object.fromEntries(
              Object.entries(accepted ?? {}).map(([key, [value]]) => [key, value]),
            ),
          },
        ]
      : [],
  )
  return [...words.fewShots, ...tests]
}

for (const tool of [webFetch, getWeatherForecast, shellRun, toolInfo])
  test(`${tool.name} takes its values from the message`, () => {
    for (const { user, arguments: args } of requestsOf(tool))
      for (const value of Object.values(args)) {
        const json = JSON.stringify(value)
        assert.deepEqual(
          readSpan({ message: user, others: [] }, json).ends,
          [json.length],
          `${user}: ${json}`,
        )
      }
  })

test('the weather of a day is asked for where the message names one, and only there', () => {
  const when = new RegExp(String(getWeatherForecast.parameters.properties?.day?.['x-when']), 'iu')
  for (const { user, arguments: args } of requestsOf(getWeatherForecast))
    assert.equal(when.test(user), args.day !== undefined, user)
  for (const request of ['Rome for the next 3 days', 'Rome on march 14th', 'weather in Rome on the 14th'])
    assert.match(request, when)
  for (const request of [
    'will there be sun in Nice',
    'weather in Marsala',
    'is it sunny in Mayfield',
    'weather in Friday Harbor',
  ])
    assert.equal(when.test(request), request.includes('Friday'), request)
})

test('what is to be done with the conversation is open only as far as the message leaves it', () => {
  const { action } = contextManage.parameters.properties ?? {}
  assert.ok(action !== undefined)
  for (const { user, arguments: args } of requestsOf(contextManage))
    assert.ok(
      (choicesFor(action, { whole: user }, [], []) ?? [args.action]).includes(String(args.action)),
      user,
    )
  assert.deepEqual(choicesFor(action, { whole: 'how full is the context' }, [], []), ['status'])
  assert.deepEqual(choicesFor(action, { whole: 'please compact our chat' }, [], []), ['compact'])
  assert.deepEqual(choicesFor(action, { whole: 'clear this chat please' }, [], []), ['clear'])
})

test("a folder's name is what the message calls it, where it says so", () => {
  const { label } = pathSet.parameters.properties ?? {}
  assert.ok(label !== undefined)
  const named = (message: string) => choicesFor(label, { whole: message }, [], [])
  let told = 0
  for (const { user, arguments: args } of requestsOf(pathSet)) {
    const choices = named(user)
    if (choices === undefined) continue
    told++
    assert.deepEqual(choices, [args.label], user)
  }
  assert.ok(told >= 3, `${told}`)
  assert.deepEqual(named('set the label work to /home/kim/jobs'), ['work'])
  assert.deepEqual(named('call that folder Archive'), ['Archive'])
  assert.deepEqual(named('register D:/Photos as "photos", please'), ['photos'])
  for (const open of ['call that folder', 'name the folder as before', 'make that the name of the folder'])
    assert.equal(named(open), undefined, open)
})
