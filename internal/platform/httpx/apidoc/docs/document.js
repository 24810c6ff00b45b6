// Api reads the OpenAPI document: references, operations, examples.
export class Api {
  constructor(doc, start = {}) {
    this.doc = doc;
    this.start = start;
    this.operations = [];
    for (const [path, methods] of Object.entries(doc.paths)) {
      for (const method of ['get', 'post', 'put', 'patch', 'delete']) {
        const op = methods[method];
        if (op) this.operations.push(this.#operation(path, method, op, methods.parameters ?? []));
      }
    }
    this.byId = new Map(this.operations.map((o) => [o.id, o]));
    this.byCall = new Map(this.operations.map((o) => [o.call, o]));
    this.tags = this.#tags();
  }

  #operation(path, method, op, shared) {
    const tag = op.tags?.[0] ?? 'Other';
    return {
      id: op.operationId ?? method + path.replace(/\W+/g, '-'),
      call: method.toUpperCase() + ' ' + path,
      path, method, tag, op,
      summary: op.summary ?? path,
      description: op.description ?? '',
      deprecated: !!op.deprecated,
      // What is kept for old clients only comes after the rest.
      late: !!op.deprecated || /\(alias\)$/.test(op.summary ?? '') || (this.start.last ?? []).includes(tag),
      parameters: [...shared, ...(op.parameters ?? [])].map((p) => this.resolve(p)),
    };
  }

  // #tags gives the tags with their operations: those named at the start first.
  #tags() {
    const texts = new Map((this.doc.tags ?? []).map((t) => [t.name, t.description ?? '']));
    const tags = new Map();
    for (const name of [...(this.start.tags ?? []), ...texts.keys()]) tags.set(name, {name, description: texts.get(name) ?? '', operations: []});
    for (const o of this.operations) {
      if (!tags.has(o.tag)) tags.set(o.tag, {name: o.tag, description: '', operations: []});
      tags.get(o.tag).operations.push(o);
    }
    const all = [...tags.values()].filter((t) => t.operations.length);
    const old = (t) => t.operations.every((o) => o.late);
    for (const t of all) t.operations.sort((a, b) => a.late - b.late);
    return [...all.filter((t) => !old(t)), ...all.filter(old)];
  }

  // resolve follows a reference. What stands beside it (a description) wins.
  resolve(o) {
    for (let i = 0; o?.$ref && i < 20; i++) {
      const {$ref, ...beside} = o;
      let at = this.doc;
      for (const part of $ref.replace(/^#\//, '').split('/')) at = at?.[part.replace(/~1/g, '/').replace(/~0/g, '~')];
      o = {...at, ...beside, 'x-name': $ref.split('/').pop()};
    }
    return o ?? {};
  }

  // body gives the kinds of a request's body.
  body(o) {
    const body = this.resolve(o.op.requestBody);
    return Object.entries(body.content ?? {}).map(([type, media]) => ({type, media, examples: this.examples(media, type)}));
  }

  // examples of a media type: those of the document, else one made from the schema.
  examples(media, type) {
    const named = Object.entries(media.examples ?? {}).map(([name, e]) => ({name: this.resolve(e).summary ?? name, value: this.resolve(e).value}));
    if (media.example !== undefined) named.unshift({name: 'Example', value: media.example});
    if (!named.length && media.schema && /json|form-data/.test(type)) named.push({name: 'From the schema', made: true, value: this.sample(media.schema)});
    return named;
  }

  // parameterExample is what a parameter's field begins with.
  parameterExample(p) {
    const s = this.resolve(p.schema);
    const first = Object.values(p.examples ?? {})[0];
    const v = p.example ?? (first && this.resolve(first).value) ?? s.example ?? s.examples?.[0];
    return v === undefined ? '' : Array.isArray(v) ? v.join(',') : String(v);
  }

  // sample is a value that fits a schema, without what only answers have.
  sample(schema, depth = 0) {
    const s = this.resolve(schema);
    if (s.example !== undefined) return s.example;
    if (s.examples?.length) return s.examples[0];
    if (s.default !== undefined) return s.default;
    if (s.const !== undefined) return s.const;
    if (s.enum?.length) return s.enum[0];
    if (depth > 5) return null;
    const choice = (s.oneOf ?? s.anyOf)?.find((x) => this.resolve(x).type !== 'null');
    if (choice) return this.sample(choice, depth + 1);
    if (s.allOf) return Object.assign({}, ...s.allOf.map((x) => this.sample(x, depth + 1)));
    const type = Array.isArray(s.type) ? s.type.find((t) => t !== 'null') : s.type ?? (s.properties ? 'object' : undefined);
    switch (type) {
      case 'object': {
        const out = {};
        const must = new Set(s.required ?? []);
        for (const [name, p] of Object.entries(s.properties ?? {})) {
          if (this.resolve(p).readOnly) continue;
          if (depth > 0 && !must.has(name) && must.size) continue;
          out[name] = this.sample(p, depth + 1);
        }
        return out;
      }
      case 'array': return [this.sample(s.items ?? {}, depth + 1)];
      case 'integer': case 'number': return s.minimum ?? 1;
      case 'boolean': return false;
      case 'string': return {date: today(), 'date-time': today() + 'T12:00:00Z', email: 'name@example.com', uuid: '00000000-0000-4000-8000-000000000000', binary: ''}[s.format] ?? '';
      default: return null;
    }
  }
}

function today() {
  return new Date().toISOString().slice(0, 10);
}
