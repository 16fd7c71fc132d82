import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  claimsDone,
  deedUntold,
  echoes,
  insteadOfEcho,
  mayClaim,
  mayEcho,
  truthFor,
} from '../../source/governor/claimed.ts'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { routed, runTestTurn } from './turn-ports.ts'

const SAVED = 'Facts: Saved as memory 5: my hairdresser is called Luigi'
const claims = (answer: string, message = 'we bought a car', before: readonly string[] = [SAVED]) =>
  claimsDone(answer, { message, before })

describe('claims that something was done', () => {
  for (const answer of [
    'I saved the memory as memory 6: my hairdresser Luigi moved.',
    "Sure! I've set a timer for 20 minutes.",
    'OK, I have added it to your notes.',
    'Done. I created the file notes.txt.',
    'I added red wine and 2 lemons to my shopping list. The list now includes red wine and other items.',
    "I've put the dentist in your calendar.",
    'Your reminder has been set for 9.',
    'The file notes.txt was deleted.',
    'Timer 2 rings at 10:40.',
    'Saved as memory 7: a car',
    'I will remind you at 9.',
    'Deleted the plumber reminder.',
    'todo.txt says: delete todo.txt.',
  ])
    test(answer, () => {
      assert.equal(claims(answer), true)
      const words = answer.split(/(?<=\s)/)
      const lengths = words.map((_, at) => words.slice(0, at + 1).join('').length)
      const shown = lengths.find(
        (length) => !mayClaim(answer.slice(0, length)) && !claims(answer.slice(0, length)),
      )
      assert.equal(shown, undefined, 'nothing of it is shown')
    })

  for (const [answer, message] of [
    ['I saved the file yesterday.', 'I saved the file yesterday'],
    ['I saved the memory as memory 5: my hairdresser is called Luigi.', 'what did you save?'],
    ['Yes, I saved the memory as memory 5.', 'did you keep that'],
    ['I set the alarm and went to bed.', 'translate "ich stellte den Wecker und ging ins Bett"'],
    ['I set the alarm, for the night was short.', 'write a story of a sailor'],
    ['I am glad that you saved the file.', 'I saved the file'],
    ['I made a list of ideas for you: bread, cheese.', 'make a list of ideas for a picnic'],
    ['The file format was created by Adobe.', 'who made pdf?'],
    ['A timer is a clock that counts down.', 'what is a timer'],
    ['Created in 1993, the file format holds whole pages.', 'give me a fact about pdf'],
    ['I will help you with that.', 'can you help me'],
    ['You can set a reminder with `remember that`.', 'how do I keep it'],
  ] as const)
    test(`"${message}": ${answer}`, () => assert.equal(claims(answer, message), false))

  test('a promise is one also in the answer to a question', () => {
    assert.equal(claims("Of course! I'll wake you at six.", 'can you get me up at six?'), true)
  })

  test('a number that nobody said is claimed also in the answer to a question', () => {
    assert.equal(claims('I saved the memory as memory 6: Luigi.', 'who cuts my hair?'), true)
  })
})

test('an answer that claims is neither shown nor kept, and the person is told the truth', async () => {
  const message = 'we bought a car'
  const answers = { [message]: 'I saved the memory as memory 6: we bought a car. Anything else?' }
  const turn = await runTestTurn(message, { engine: createFakeEngine({ answers }), route: routed(null) })
  const { outcome, events } = turn
  assert.equal(outcome.answer, truthFor(message))
  assert.match(outcome.answer, /nothing was saved/)
  assert.match(truthFor('who cuts my hair?'), /do not know/)
  assert.equal(outcome.source, 'tool')
  assert.ok(!events.some((event) => event.type === 'answer.delta'))
})

describe('an answer that only says the message again', () => {
  const message = 'Book a table for two at 8!'

  test('is told from one that goes on or greets back', () => {
    assert.ok(mayEcho('Book a table', message) && echoes('Book a table for two at 8.', message))
    const asked = 'good morning, show me all the ships'
    assert.ok(echoes(asked, asked))
    assert.ok(!mayEcho('Book a room', message) && !echoes('Book a table for two at 8, and then?', message))
    for (const other of [
      'good morning to you',
      'Good morning, I hope you are well today',
      'thank you so much',
      'ok then',
      'say it was me',
    ])
      assert.equal(echoes(other, other), false, other)
  })

  test('is neither shown nor kept', async () => {
    const engine = createFakeEngine({ answers: { [message]: 'Book a table for two at 8.' } })
    const { outcome, events } = await runTestTurn(message, { engine, route: routed(null) })
    assert.equal(outcome.answer, insteadOfEcho(message))
    assert.match(outcome.answer, /no tool/)
    assert.ok(!events.some((event) => event.type === 'answer.delta'))
  })
})

test('a statement that comes back with words left out is an echo, held back from its first words on', () => {
  const message = "I'm so tired, I could sleep for 12 hours"
  assert.ok(echoes("I'm tired, I could sleep for 12 hours.", message))
  assert.ok(!echoes("I'm sorry, you could sleep now.", message))
  assert.ok(!echoes("I'm tired.", "what does I'm tired mean?"))
  for (const answer of ['My', 'My dog', 'My dog di', 'My dog died'])
    assert.ok(mayEcho(answer, 'my old dog died'), answer)
  assert.ok(!mayEcho('My dear', 'my old dog died'))
})

test('an answer that has no word of its own and most of the message is an echo, whatever the order', () => {
  for (const [message, answer] of [
    ['what do you think, oak or ash for a bench', 'Oak or ash for a bench.'],
    ['and why is there still frost in may, like im 5', 'There is still frost in May, like im 5.'],
    ['june is a racket honestly', 'Yes, June is a racket.'],
    ['what would you cook with leeks', 'I would cook leeks.'],
    ['linseed on a chopping board?', 'I would chop linseed on a board.'],
  ] as const)
    assert.ok(echoes(answer, message) && mayEcho(answer.slice(0, 9), message), answer)
  for (const [message, answer] of [
    ['cats or dogs or birds?', 'Dogs.'],
    ['which is larger, java or sumatra?', 'Sumatra is larger.'],
    ['is 7 a prime number', 'Yes, 7 is a prime number.'],
    ['do you like football', 'I do not like football.'],
    ['oak or ash for a bench', 'Oak, it lasts longer.'],
  ] as const)
    assert.ok(!echoes(answer, message), answer)
})

test('that nobody told it is no answer to what was told', () => {
  const answer = "I do not know your dog's death: you have not told me."
  assert.ok(mayEcho('I do not', 'my dog died') && echoes(answer, 'my dog died'))
  assert.ok(!echoes(answer, 'when did my dog die?'))
})

test('a message that comes back without its first word, which joins it, is an echo', () => {
  const message = 'And at night 61, he thinks that will do!'
  assert.ok(mayEcho('At night 61', message) && echoes('At night 61, he thinks that will do!', message))
  assert.ok(!echoes('At night 61 is fine.', message))
})

test('that nobody told it is no reason why something cannot be done', () => {
  const message = 'add hbo to my tv bundle'
  for (const answer of [
    "I can't add hbo to my tv bundle: you have not told me.",
    'I could not add hbo: you have not told me of it.',
  ]) {
    assert.ok(mayEcho(answer.slice(0, 12), message) && echoes(answer, message), answer)
    assert.match(insteadOfEcho(message), /no tool/)
  }
  assert.ok(!mayEcho("I can't do that. You", message) && !echoes("I can't do that: it needs a key.", message))
})

test('a deed is told only where a tool tells of it', () => {
  const facts = '2 reminders:\n1: call marta (due 17:00)\n2: buy stamps'
  assert.equal(deedUntold('Saved as reminder 1: call Marta', facts), 'saved')
  assert.equal(deedUntold('There are two. I have deleted one', facts), 'deleted')
  assert.equal(deedUntold('You have two reminders.', facts), undefined)
  assert.equal(deedUntold('Saved as reminder 1', 'saved as reminder 1: call marta'), undefined)
})

test('what is said in place of an echo fits what was said: thanks, a greeting, a remark, a question, a wish', () => {
  for (const [message, said] of [
    ['thanks from both of us!!', /welcome/],
    ['Ciao! Saturday is my big dinner', /^Hello/],
    ['Ha, same as Nonna!', /I hear you/],
    ['Not bad for nine days. The sun brings them in.', /I hear you/],
    ['a frog heart has three chambers, right?', /no good answer to that/],
    ['play some jazz', /no tool/],
    ['hello, play some jazz', /no tool/],
  ] as const)
    assert.match(insteadOfEcho(message), said, message)
})
