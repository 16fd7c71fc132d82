// Drafts of pages: what is written is a file that can be used, or says what is missing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, formatDraft } from '../../source/plugins/draft.ts'
import { draftOfDocs } from '../../source/plugins/draft-of-docs.ts'
import { fillRequest } from '../../source/plugins/request-template.ts'
import { parseToolFile } from '../../source/plugins/tool-file.ts'

const PETS = `
openapi: 3.1.0
servers: [{ url: https://api.pets.example/v1/ }]
paths:
  /pets:
    get:
      operationId: listPets
      summary: List all pets
      parameters:
        - $ref: '#/components/parameters/limit'
        - { name: status, in: query, schema: { type: string, enum: [sold, free] } }
    post:
      operationId: addPet
      summary: Add a pet
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } }
  /pets/{petId}:
    parameters:
      - { name: petId, in: path, required: true, schema: { type: [integer, 'null'], minimum: 1 } }
    get: { operationId: showPet, summary: Info for a pet }
    put:
      operationId: namePet
      summary: Name a pet
    post:
      operationId: noteOfPet
      summary: Keep a note of a pet
      requestBody: { content: { application/json: { schema: { type: array, items: { type: string } } } } }
    delete: { operationId: deletePet, summary: Remove a pet }
components:
  parameters:
    limit: { name: limit, in: query, description: How many, schema: { type: integer, minimum: 1, maximum: 100, default: 20 } }
  schemas:
    Pet:
      type: object
      required: [name, tags]
      properties:
        name: { type: string, description: its name, pattern: '^[A-Z]' }
        tags: { type: array, items: { $ref: '#/components/schemas/Tag' } }
        age: { type: integer }
    Tag: { type: string }
    Circle: { $ref: '#/components/schemas/Circle' }
`

/** The file of the draft, read again as any. */
function written(name: string, text: string) {
  const draft = draftOfDocs(name, text)
  assert.notEqual(typeof draft, 'string', String(draft))
  const file = parseToolFile(formatDraft(name, draft as Draft), `${name}.md`, name)
  assert.ok('compiled' in file, JSON.stringify(file))
  return { ...file, parameters: file.compiled.parameters.properties ?? {} }
}

test('parameters of an operation are found behind references, with their limits', () => {
  const { code, parameters } = written('list_pets', PETS)
  assert.equal(
    code,
    'GET https://api.pets.example/v1/pets?limit={{limit}}&status={{status}}\nAccept: application/json',
  )
  assert.deepEqual(parameters.limit, {
    type: 'integer',
    description: 'How many',
    default: 20,
    minimum: 1,
    maximum: 100,
  })
  assert.deepEqual(written('show_pet', PETS).parameters.pet_id, {
    type: 'integer',
    description: 'petId',
    minimum: 1,
  })
})

test('a parameter of an operation replaces the one of its path, and a default of null is none', () => {
  const text = `
openapi: 3.1.0
servers: [{ url: https://api.pets.example }]
paths:
  /pets/{id}:
    parameters:
      - { name: id, in: path, required: true, description: any, schema: { type: string } }
      - { name: kind, in: query, schema: { type: string } }
      - { name: sort, in: query, schema: { type: string } }
    get:
      operationId: showPet
      summary: Show a pet
      parameters:
        - $ref: '#/components/parameters/id'
        - { name: kind, in: query, schema: { type: [string, 'null'], default: null } }
components:
  parameters:
    id: { name: id, in: path, required: true, description: a number, schema: { type: integer } }
`
  const { code, parameters } = written('show_pet', text)
  assert.match(
    code,
    /^GET https:\/\/api\.pets\.example\/pets\/\{\{id\}\}\?sort=\{\{sort\}\}&kind=\{\{kind\}\}$/m,
  )
  assert.deepEqual(Object.keys(parameters).sort(), ['id', 'kind', 'sort'])
  assert.equal(parameters.id?.type, 'integer')
  assert.equal('default' in (parameters.kind ?? {}), false)
})

test('an operation that posts is drafted as one, with the needed fields of its body', () => {
  const { code, parameters } = written('add_pet', PETS)
  assert.deepEqual(Object.keys(parameters), ['name', 'tags'])
  assert.equal(parameters.name?.pattern, '^[A-Z]')
  assert.deepEqual(fillRequest(code, { name: 'Rex', tags: ['old'] }), {
    method: 'POST',
    address: 'https://api.pets.example/v1/pets',
    accept: 'application/json',
    body: '{\n  "name": "Rex",\n  "tags": ["old"]\n}',
  })
  const whole = written('note_of_pet', PETS)
  assert.deepEqual(fillRequest(whole.code, { pet_id: 7, body: ['a'] }), {
    method: 'POST',
    address: 'https://api.pets.example/v1/pets/7',
    accept: 'application/json',
    body: '["a"]',
  })
})

test('what cannot be sent is said, and no other operation is drafted in its place', () => {
  assert.match(String(draftOfDocs('delete_pet', PETS)), /`deletePet` is a DELETE; .* sends GET and POST only/)
  assert.equal(written('weather', PETS).compiled.oneLiner, 'List all pets')
})

test('references that lead nowhere or in circles end', () => {
  for (const place of ['#/components/schemas/Circle', '#/nowhere', 'other.yaml#/Pet', '#/__proto__/x']) {
    const { parameters } = written(
      'add_pet',
      PETS.replace("schema: { $ref: '#/components/schemas/Pet' }", `schema: { $ref: '${place}' }`),
    )
    assert.deepEqual(Object.keys(parameters), ['body'], place)
  }
})

test('a web page gives its title, its first paragraph and its address', () => {
  const page = `<!doctype html><html><head><title>Docs | Tides</title><style>b{}</style></head><body><nav>Home</nav>
<h1 class="x">Tide times</h1><p>The service gives the times of high &amp; low water.</p>
<pre><code>curl "https://tides.example/v1/times?harbour=dover&amp;day=today"</code></pre></body></html>`
  const { compiled, code } = written('tides', page)
  assert.equal(compiled.oneLiner, 'Tide times')
  assert.equal(compiled.description, 'The service gives the times of high & low water.')
  assert.equal(code, 'GET https://tides.example/v1/times?harbour=dover&day=today')
  assert.equal(written('tides', page.replace(/<h1.*<\/h1>/, '')).compiled.oneLiner, 'Docs | Tides')
})

test('pages that only look like something are read through at once', () => {
  for (const text of [
    '\n'.repeat(1_000_000),
    '<script>'.repeat(200_000),
    'curl '.repeat(200_000),
    // A code block that was left empty, at the end of a page.
    `# Tides\n\`\`\`sh\n${'\n'.repeat(99_000)}`,
    `# Tides\n\`\`\`sh\n$${' \n'.repeat(49_000)}`,
  ]) {
    const begun = performance.now()
    const draft = draftOfDocs('x', text)
    assert.ok(performance.now() - begun < 3_000, `${JSON.stringify(text.slice(0, 20))} took too long`)
    assert.ok(typeof draft !== 'string')
  }
})

test('the first command and the first address are found, with or without a prompt in front', () => {
  const commandOf = (block: string) => (draftOfDocs('x', `# t\n\`\`\`sh\n${block}\n\`\`\`\n`) as Draft).code
  assert.equal(commandOf('$ tides --day today'), 'tides --day today')
  assert.equal(commandOf('\n  tides $HOME\nmore'), 'tides $HOME')
  assert.equal(commandOf('$\ttides'), 'tides')
  const { kind, code } = draftOfDocs(
    'x',
    'uses curl\ncurl -s https://a.example/x "b"\ncurl https://b.example',
  ) as Draft
  assert.deepEqual([kind, code], ['http', 'GET https://a.example/x'])
})
