import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withHeldKinds } from '../../source/governor/held-kind.ts'

const parameters = {
  properties: {
    time: { type: 'string', 'x-kind': 'clock' },
    date: { type: 'string', 'x-kind': 'day' },
    wait: { type: 'string', 'x-kind': 'length' },
    label: { type: 'string' },
  },
}
const flight =
  'my flight goes on the 20th of march and the taxi comes before dawn, so I have to be up at ten to four. make some noise'

test('a part of a time becomes the whole of it, and what is no day the only one', () => {
  const written = { time: 'ten', date: 'march and the taxi comes before dawn', label: 'ten' }
  assert.deepEqual(withHeldKinds(written, parameters, flight), {
    time: 'ten to four',
    date: '20th of march',
    label: 'ten',
  })
  const pasta = { wait: 'ten' }
  assert.deepEqual(withHeldKinds(pasta, parameters, 'the pasta needs ten minutes, tell me'), {
    wait: 'ten minutes',
  })
  const six = { time: '6' }
  assert.deepEqual(withHeldKinds(six, parameters, 'get me up at 6 in the evening, 5 of us go'), {
    time: '6 in the evening',
  })
})

test('a number of a story is no length of time, where it says one', () => {
  const story =
    'the sauna is at 85 by now and I have blood pressure of 150, so ten minutes, then you ring and I go out'
  for (const wait of ['150', '85 degrees'])
    assert.deepEqual(withHeldKinds({ wait }, parameters, story), { wait: 'ten minutes' })
  const rest = 'let three quarters of an hour run and then give me a ring'
  assert.deepEqual(withHeldKinds({ wait: 'an hour' }, parameters, rest), {
    wait: 'three quarters of an hour',
  })
  const late = 'jupiter is up late, so ring at ten to midnight'
  assert.deepEqual(withHeldKinds({ time: 'ten' }, parameters, late), { time: 'ten to midnight' })
})

test('what is whole, or may be a time in another way, stays', () => {
  for (const [args, request] of [
    [{ time: '7:30' }, 'wake me at 7:30, the bus goes at ten to nine'],
    [{ date: 'christmas eve' }, 'alarm on christmas eve at 6, not on friday'],
    [{ wait: '25' }, 'timer 25, last one was 10 minutes'],
    [{ wait: 'noodles' }, 'timer: 3 minutes for the noodles, or 4 minutes'],
    [{ date: 'the weekend' }, 'weather at the weekend, it rained on friday'],
  ] as const)
    assert.deepEqual(withHeldKinds(args, parameters, request), args)
})

test('an address ends where a word follows, a place is one of the request, a time has no day beside it', () => {
  const other = {
    properties: {
      url: { type: 'string', 'x-kind': 'address' },
      place: { type: 'string', 'x-kind': 'place' },
      ...parameters.properties,
    },
  }
  const page = 'what is on https://blog.example.org/lentils these days'
  assert.deepEqual(withHeldKinds({ url: 'https://blog.example.org/lentils these days' }, other, page), {
    url: 'https://blog.example.org/lentils',
  })
  assert.deepEqual(withHeldKinds({ url: 'https://example.org/a.html' }, other, page), {
    url: 'https://example.org/a.html',
  })
  const late = 'is it too late to ring my sister in auckland right now?'
  assert.deepEqual(withHeldKinds({ place: 'lAte' }, other, late), { place: 'auckland' })
  assert.deepEqual(withHeldKinds({ place: 'auckland' }, other, late), { place: 'auckland' })
  const wake = { time: 'half past five tomorrow', date: 'tomorrow' }
  assert.deepEqual(withHeldKinds(wake, other, 'wake me at half past five tomorrow'), {
    time: 'half past five',
    date: 'tomorrow',
  })
})
