const letters = (text) => text.toLowerCase();

// Index finds operations by the words of their id, path, summary, tag, description and
// the names of their parameters and bodies.
export class Index {
  constructor(api) {
    this.entries = api.operations.map((o) => ({
      o,
      title: letters([o.summary, o.id.replace(/([a-z])([A-Z])/g, '$1 $2') + ' ' + o.id, o.path, api.start.words?.[o.call] ?? ''].join('\n')),
      tag: letters(o.tag),
      text: letters([o.description, ...o.parameters.map((p) => p.name + ' ' + (p.description ?? '')), ...names(api, o)].join('\n')),
    }));
    this.sections = [];
  }

  // addGuide adds the headings of a guide with the text below them.
  addGuide(page, markdown) {
    let heading = page.title;
    let text = [];
    const end = () => this.sections.push({page, heading, title: letters(heading), text: letters(text.join('\n'))});
    let fenced = false;
    for (const line of markdown.split('\n')) {
      if (line.trimStart().startsWith('```')) fenced = !fenced;
      const m = !fenced && /^#{1,4}\s+(.*)$/.exec(line);
      if (m) {
        end();
        [heading, text] = [m[1].replace(/[`*]/g, ''), []];
      } else text.push(line);
    }
    end();
  }

  // find gives what has every word, best first: in the title, in the tag, in the text.
  // What is kept for old clients comes last.
  find(query) {
    const words = letters(query).split(/\s+/).filter(Boolean);
    if (!words.length) return {operations: [], sections: []};
    const rank = (e) => {
      let points = 0;
      for (const w of words) {
        const at = e.title.indexOf(w);
        if (at >= 0) points += at === 0 || /\W/.test(e.title[at - 1]) ? 12 : 8;
        else if (e.tag?.includes(w)) points += 6;
        else if (e.text.includes(w)) points += new RegExp('(^|\\W)' + w.replace(/\W/g, '\\$&')).test(e.text) ? 4 : 1;
        else return 0;
      }
      return e.o?.late ? points / 100 : points;
    };
    const best = (entries) => entries.map((e) => [rank(e), e]).filter(([points]) => points > 0).sort((a, b) => b[0] - a[0]).map(([, e]) => e);
    return {operations: best(this.entries).map((e) => e.o), sections: best(this.sections)};
  }
}

// names lists the properties of an operation's body.
function names(api, o) {
  return api.body(o).slice(0, 1).flatMap(({media}) => {
    const schema = api.resolve(media.schema);
    return Object.entries(schema.properties ?? {}).map(([name, p]) => name + ' ' + (api.resolve(p).description ?? ''));
  });
}
