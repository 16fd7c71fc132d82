import { defineTool, type ToolContext, ToolFailure } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'

type Arguments = { readonly name: string; readonly instructions: string }

type Made = { readonly name: string; readonly file: string }

const MOST_DESCRIPTION = 200

export default defineTool<Arguments, Made>({
  name: 'create_skill',
  description: 'Make a skill: instructions that are kept under a name and used when a message is about them',
  parameters: {
    type: 'object',
    properties: {
      name: {
        type: 'string',
        'x-from': 'message',
        'x-named': String.raw`\b(?:called|named|name(?: is|:)|under the name)\s+([\p{L}\p{N}_-]+)\s*(?:[:,;.]|$|(?:that|which|to|with|for|and)\b)`,
        description: 'name of the skill, a word or two',
      },
      instructions: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-without': String.raw`(?:[.,;!]\s*|^)(?:(?:please|so|and)\s+)?(?:keep|save|store|make|turn)\s+(?:that|this|it)\s+(?:as|into)\s+(?:a|my|the)\s+(?:new\s+)?skill\b[^.!?]*[.!]?`,
        description: 'what is to be done, as it was said',
      },
    },
    required: ['name', 'instructions'],
  },
  risk: 'write',
  preview: (args) => `a new skill ${nameOf(args)}:\n${args.instructions.trim()}`,
  run: (args, context) => ({ name: nameOf(args), file: make(args, context) }),
  say: ({ name, file }) => ({
    sentence: `The skill ${visible(name)} is made; it lies in ${visible(file)}.`,
    key: [visible(name)],
  }),
})

function make(args: Arguments, { services }: ToolContext): string {
  if (services.skills === undefined)
    throw new ToolFailure('no_skills', 'No skill was made: there is no home here that could keep one.')
  const [name, body] = [nameOf(args), args.instructions.trim()]
  if (body === '')
    throw new ToolFailure('empty', `The skill \`${name}\` needs instructions; say what is to be done.`)
  const about = `${name.replace(/[_-]+/g, ' ')}: ${body.replace(/\s+/g, ' ')}`
  const description =
    about.length <= MOST_DESCRIPTION ? about : `${about.slice(0, MOST_DESCRIPTION - 1).toWellFormed()}…`
  return services.skills.make({ name, description, body })
}

/** `Weekly Report` as `weekly-report`, `Résumé` as `resume`. */
function nameOf({ name }: Arguments): string {
  const plain = name
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9_]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
    .slice(0, 64)
  if (plain === '')
    throw new ToolFailure(
      'bad_name',
      `\`${visible(name)}\` cannot be the name of a skill; use letters and digits.`,
    )
  return plain
}
