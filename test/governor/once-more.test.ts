import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asksOnceMore } from '../../source/governor/once-more.ts'

const LAST = { message: 'list my timers', tool: 'timer_list', arguments: {}, said: 'No timer is set.' }

test('a message that asks for the last call as it was asks for it once more, whatever is said beside it', () => {
  for (const message of [
    'refresh',
    'Refresh that please.',
    'retry',
    'check again',
    'once more',
    'Once more please, I scrolled it away.',
    'the nas was asleep. once more please',
    'same list once more, it has been a good while',
    'that cant be right, look it up once more',
    'show them again',
    'hmm i deleted two of those just this minute, run it again',
    'reload the list, my husband just crossed something out',
    'again please',
  ])
    assert.ok(asksOnceMore(message, LAST), message)
  assert.ok(!asksOnceMore('refresh', undefined))
})

test('what is to be otherwise, is told or asked is another message', () => {
  for (const message of [
    'look again but for wedding presents',
    'show them again in euros',
    'run it again with 20 packets',
    'once more, for 8 minutes',
    'AGAIN?? I only knew about the one at the wedding',
    'late again, as ever',
    'never again',
    'he did it again',
    'once more unto the breach, dear friends',
    'we have to repeat that next year',
    'try again tomorrow',
    'why do I have to check again?',
    'remind me to check again',
  ])
    assert.ok(!asksOnceMore(message, LAST), message)
})
