import { plainHttpOnLoopback } from '#src/http/loopback.ts';
import type { Template } from './assembly.ts';

/** A provisioned resource: the value of `Ref`, and those of `Fn::GetAtt` by name. */
export interface Physical {
  ref: string;
  attributes: Record<string, unknown>;
}

/** The values of `AWS::…` in the template. */
export interface PseudoParameters {
  accountId: string;
  region: string;
  stackName: string;
}

/** Marks `AWS::NoValue`: the property that holds it is left out. */
const noValue = Symbol('AWS::NoValue');

/**
 * Resolves CloudFormation's intrinsic functions against the resources made so far. A function, reference or
 * attribute that is not known throws with its name.
 */
export class Intrinsics {
  readonly #template: Template;
  readonly #pseudo: PseudoParameters;
  readonly #physical: ReadonlyMap<string, Physical>;
  readonly #tlsHost: string | undefined;

  constructor(
    template: Template,
    pseudo: PseudoParameters,
    physical: ReadonlyMap<string, Physical>,
    tlsHost?: string,
  ) {
    this.#template = template;
    this.#pseudo = pseudo;
    this.#physical = physical;
    this.#tlsHost = tlsHost;
  }

  /**
   * The value with every function replaced. In strings, `https://<loopback>` becomes `http://`, except for
   * `tlsHost`.
   */
  resolve(value: unknown): unknown {
    if (typeof value === 'string') return plainHttpOnLoopback(value, this.#tlsHost);
    if (Array.isArray(value))
      return value.map((entry) => this.resolve(entry)).filter((entry) => entry !== noValue);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value);
    const [first] = entries;
    if (first && entries.length === 1 && (first[0] === 'Ref' || first[0].startsWith('Fn::'))) {
      const result = this.#apply(first[0], first[1]);
      return typeof result === 'string' ? plainHttpOnLoopback(result, this.#tlsHost) : result;
    }
    return Object.fromEntries(
      entries.map(([name, entry]) => [name, this.resolve(entry)]).filter(([, entry]) => entry !== noValue),
    );
  }

  condition(name: string): boolean {
    const condition = this.#template.Conditions[name];
    if (condition === undefined) throw new Error(`The template has no condition ${name}`);
    return this.#test(condition);
  }

  #apply(name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#ref(String(argument));
      case 'Fn::GetAtt': {
        const [id = '', ...path] = Array.isArray(argument) ? argument : String(argument).split('.');
        return this.#attribute(String(id), path.join('.'));
      }
      case 'Fn::Sub':
        return this.#sub(argument);
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown];
        return (this.resolve(parts) as unknown[]).map(String).join(separator);
      }
      case 'Fn::Split': {
        const [separator, text] = argument as [string, unknown];
        return String(this.resolve(text)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = argument as [number | string, unknown];
        const chosen = (this.resolve(list) as unknown[])[Number(index)];
        if (chosen === undefined)
          throw new Error(`Fn::Select ${index} of ${JSON.stringify(list)} is nothing`);
        return chosen;
      }
      case 'Fn::If': {
        const [condition, yes, no] = argument as [string, unknown, unknown];
        return this.resolve(this.condition(condition) ? yes : no);
      }
      case 'Fn::FindInMap': {
        const [map, top, second] = (this.resolve(argument) as unknown[]).map(String);
        const found = this.#template.Mappings[map ?? '']?.[top ?? '']?.[second ?? ''];
        if (found === undefined) throw new Error(`Fn::FindInMap: no ${map}.${top}.${second}`);
        return found;
      }
      default:
        throw new Error(`The local cloud does not support the function ${name}`);
    }
  }

  #test(condition: unknown): boolean {
    const [[name, argument] = ['', undefined]] = Object.entries(condition as Record<string, unknown>);
    switch (name) {
      case 'Condition':
        return this.condition(String(argument));
      case 'Fn::Equals': {
        const [a, b] = this.resolve(argument) as unknown[];
        return String(a) === String(b);
      }
      case 'Fn::Not':
        return !this.#test((argument as unknown[])[0]);
      case 'Fn::And':
        return (argument as unknown[]).every((entry) => this.#test(entry));
      case 'Fn::Or':
        return (argument as unknown[]).some((entry) => this.#test(entry));
      default:
        throw new Error(`The local cloud does not support the condition function ${name}`);
    }
  }

  #ref(name: string): unknown {
    switch (name) {
      case 'AWS::AccountId':
        return this.#pseudo.accountId;
      case 'AWS::Region':
        return this.#pseudo.region;
      case 'AWS::StackName':
        return this.#pseudo.stackName;
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      case 'AWS::NoValue':
        return noValue;
    }
    const parameter = this.#template.Parameters[name];
    if (parameter) {
      if (parameter.Default === undefined) throw new Error(`The parameter ${name} has no default`);
      return parameter.Default;
    }
    return this.#resource(name).ref;
  }

  #attribute(id: string, attribute: string): unknown {
    const { attributes } = this.#resource(id);
    if (!Object.hasOwn(attributes, attribute))
      throw new Error(
        `The local cloud does not support the attribute ${attribute} of ${id} (${this.#template.Resources[id]?.Type})`,
      );
    return attributes[attribute];
  }

  #resource(id: string): Physical {
    const physical = this.#physical.get(id);
    if (!physical) throw new Error(`The template refers to ${id}, which does not exist (yet)`);
    return physical;
  }

  #sub(argument: unknown): string {
    const [text, variables] = Array.isArray(argument)
      ? (argument as [string, Record<string, unknown>])
      : [String(argument), {}];
    return text.replace(/\$\{([^}]+)\}/g, (_match, name: string) => {
      if (name.startsWith('!')) return `\${${name.slice(1)}}`;
      if (Object.hasOwn(variables, name)) return String(this.resolve(variables[name]));
      const dot = name.indexOf('.');
      return String(dot < 0 ? this.#ref(name) : this.#attribute(name.slice(0, dot), name.slice(dot + 1)));
    });
  }
}

/** Logical ids that a value refers to, at any depth. */
export function referencesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) for (const entry of value) referencesIn(entry, found);
  else if (typeof value === 'object' && value !== null)
    for (const [name, entry] of Object.entries(value)) {
      if (name === 'Ref') found.add(String(entry));
      else if (name === 'Fn::GetAtt')
        found.add(String(Array.isArray(entry) ? entry[0] : String(entry).split('.')[0]));
      else {
        if (name === 'Fn::Sub') {
          const text = Array.isArray(entry) ? String(entry[0]) : String(entry);
          for (const [, variable = ''] of text.matchAll(/\$\{([^}!][^}]*)\}/g))
            found.add(variable.split('.')[0] ?? '');
        }
        referencesIn(entry, found);
      }
    }
  return found;
}
