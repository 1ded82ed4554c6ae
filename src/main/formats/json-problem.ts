/** A document cannot be read: it is no JSON, not what it should be, or more than anybody should take. */
export class JsonProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonProblem';
  }
}
