import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CustomCommand, fillCommand, parseCommand } from '../../source/custom-commands/command-file.ts'

function command(text: string): CustomCommand {
  const read = parseCommand(text, 'review', 'review.md')
  assert.ok(typeof read !== 'string', String(read))
  return read
}
const fill = (text: string, input: string) => {
  const filled = fillCommand(command(text), input)
  return 'message' in filled ? filled.message : filled.refusal
}

describe('the file of a command', () => {
  test('tells its description, its arguments and its message', () => {
    assert.deepEqual(
      command('---\ndescription: Read a file\narguments: FILE [TONE]\n---\nRead $1 in a $2 tone.\n'),
      {
        name: 'review',
        description: 'Read a file',
        arguments: 'FILE [TONE]',
        body: 'Read $1 in a $2 tone.',
      },
    )
  })

  test('needs nothing but a message', () => {
    const { description, arguments: usage } = command('What is in $1 and in $2?')
    assert.deepEqual([description, usage], ['What is in $1 and in $2?', 'ARGUMENT1 ARGUMENT2'])
    assert.equal(command('Sum up: $ARGUMENTS').arguments, '[TEXT]')
  })

  test('takes `arguments: [TEXT]` as a person means it, and Windows line ends', () => {
    assert.equal(command('---\r\narguments: [TEXT]\r\n---\r\nSay $1\r\n').arguments, '[TEXT]')
  })

  test('may begin with a rule of its own and have others below: nothing of it is front matter', () => {
    for (const first of ['-----', '---- heading ----', '--- heading']) {
      const text = `${first}\nReview $1.\n\n---\n\n---\nThe end`
      assert.equal(command(text).body, text)
    }
    assert.equal(command('---\ndescription: x\n---\nOne\n---\nTwo').body, 'One\n---\nTwo')
    assert.equal(command('---\n---\nOne').body, 'One')
  })

  for (const [what, text, said] of [
    ['an unclosed front matter', '---\ndescription: x\n', /nothing closes/],
    ['one with Windows line ends', '---\r\ndescription: x\r\nhello', /nothing closes/],
    ['no message', '---\ndescription: x\n---\n', /has no message/],
    [
      'an unknown field',
      '---\nmodel: x\n---\nhello',
      /has no field `model`; it takes description and arguments/,
    ],
    [
      'a description that is no text',
      '---\ndescription: 7\n---\nhello',
      /`description` in `review.md` must be a text/,
    ],
    ['broken YAML', '---\ndescription: [\n---\nhello', /review.md/],
    [
      'two lists in one value',
      '---\narguments: [FILE] [WHO]\n---\nhello',
      /^`review\.md` line 2, column 19: .*; put the value in quotes\.$/,
    ],
    [
      'a colon in a value',
      '---\narguments: FILE\ndescription: say: hello\n---\nhello',
      /^`review\.md` line 3, column 14: .*; put the value in quotes\.$/,
    ],
    ['a quote that is not closed', '---\ndescription: "x\n---\nhello', /^(?!.*put the value).*review\.md/],
  ] as const)
    test(`with ${what} is refused in a sentence`, () => {
      assert.match(String(parseCommand(text, 'review', 'review.md')), said)
    })
})

describe('the message of a command', () => {
  test('has its words in their places', () => {
    assert.equal(fill('Compare $1 with $2, not $3.', 'a b c'), 'Compare a with b, not c.')
    assert.equal(fill('Read $1.', '"my file.txt"'), 'Read my file.txt.')
    assert.equal(fill('Say $ARGUMENTS twice', 'it is  so'), 'Say it is  so twice')
    assert.equal(fill('It costs $$5 and $10', ''), 'It costs $5 and $10')
  })

  test('is not filled a second time by what was typed', () => {
    assert.equal(fill('Say $ARGUMENTS', '$1 and $$'), 'Say $1 and $$')
  })

  test('keeps words that have no place', () =>
    assert.equal(fill('Be brief.', 'what is this'), 'Be brief.\n\nwhat is this'))

  test('is not sent while words are missing', () => {
    assert.equal(
      fill('---\narguments: FILE [TONE]\n---\n$1 $2', ''),
      '`/review FILE [TONE]` needs FILE behind it.',
    )
    assert.equal(fill('---\narguments: FILE [TONE]\n---\nRead $1 $2', 'a.txt'), 'Read a.txt')
  })
})
