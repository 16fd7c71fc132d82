import { type Command, type CommandResult, refusal } from '../source/contracts/command.ts'

/** `/copy`: the last answer, or code of it, into the terminal's clipboard. */
const copy: Command = {
  name: 'copy',
  group: 'talk',
  examples: ['/copy', '/copy code 2'],
  usage: '[code [N]]',
  summary: 'copy the last answer, or a block of code in it',
  worksDownTo: 3,
  help: [
    '`code` is the last block of code, `code N` the Nth from above. The terminal is asked with OSC 52, which most of them know (in tmux',
    '`set -g set-clipboard on` or `allow-passthrough on` lets it through). Nothing tells whether it did.',
  ].join('\n'),
  run: (input, { talk }) => {
    const [, code, typed] = /^(?:(code)(?:\s+(\d+))?)?$/.exec(input) ?? []
    if (input !== '' && code === undefined)
      return refusal(`\`/copy ${input}\` is not known; it takes ${copy.usage}.`)
    const answer = talk.lastAnswer
    if (answer === undefined || answer === '')
      return refusal('There is no answer to copy yet; send a message first.')
    if (code === undefined) return copied(answer, 'The last answer', talk.copy(answer))
    const blocks = codeBlocks(answer)
    const place = typed === undefined ? blocks.length : Number(typed)
    const block = blocks[place - 1]
    if (blocks.length === 0) return refusal('The last answer has no block of code; `/copy` takes all of it.')
    if (block === undefined)
      return refusal(
        `There is no block \`${typed}\`; the last answer has ${blocks.length === 1 ? 'one' : blocks.length}.`,
      )
    const what = blocks.length === 1 ? 'The block of code' : `Block ${place} of ${blocks.length}`
    return copied(block, what, talk.copy(block))
  },
}

function copied(text: string, what: string, fault: string | undefined): CommandResult {
  const count = [...text].length
  const size = `${count} ${count === 1 ? 'character' : 'characters'}`
  const told =
    fault === undefined ? `${what} is copied: ${size}.` : `${what} (${size}) was not copied. ${fault}`
  return {
    ok: fault === undefined,
    text: told,
    data: { characters: count, copied: fault === undefined, text },
  }
}

/** What stands between fences, without them; one that is not closed reaches to the end. */
function codeBlocks(text: string): readonly string[] {
  const blocks: string[] = []
  let fence: string | undefined
  let lines: string[] = []
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined) {
      if (mark !== undefined) [fence, lines] = [mark, []]
    } else if (mark?.startsWith(fence) && line.trim() === mark) {
      blocks.push(lines.join('\n'))
      fence = undefined
    } else lines.push(line)
  }
  if (fence !== undefined && lines.length > 0) blocks.push(lines.join('\n'))
  return blocks
}

export default copy
