import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apartText } from '../../source/engine/embedded/apart-text.ts'

describe('a text and the file that it goes to', () => {
  for (const [message, text] of [
    ['append buy glue to list.txt', 'buy glue'],
    ['plese put 9:15 pump off at teh very end of log.txt', '9:15 pump off'],
    ['could you add fresh dill into soup.md, please', 'fresh dill'],
    ['apend ring Ida ot the botom of notes.txt', 'ring Ida'],
    ['three lemons, put that at the end of shopping.txt', 'three lemons'],
  ] as const)
    test(message, () => assert.equal(apartText(message), text))

  for (const message of [
    'append it to list.txt',
    'add a line saying buy glue to list.txt',
    'add the sum at the end of totals.txt',
    'add to list.txt: glue',
    'put "glue" into list.txt',
    'read list.txt',
    'i forgot the dill, put it into soup.md',
    'move glue from list.txt to done.txt',
  ])
    test(`left to the model: ${message}`, () => assert.equal(apartText(message), undefined))
})
