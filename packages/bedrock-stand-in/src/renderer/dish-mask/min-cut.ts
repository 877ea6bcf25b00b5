import { clamp, mix } from '../pixels.ts';
import type { Link, Patch } from './patches.ts';

/**
 * Labels each patch dish (1) or background (0) by a minimum cut. It minimises the sum of the costs of contradicting a
 * patch's colour and first guess, and of separating it from similar neighbours.
 */
export function settle(patches: Patch[], links: Link[], belief: number[]): number[] {
  const likeness = patches.map((patch) => {
    if (patch.fixed !== undefined) return patch.fixed;
    let dish = 1e-4;
    let rest = 1e-4;
    for (const [k, other] of patches.entries()) {
      const colour = ((patch.l - other.l) * 0.7) ** 2 + (patch.a - other.a) ** 2 + (patch.b - other.b) ** 2;
      const place = ((patch.x - other.x) ** 2 + (patch.y - other.y) ** 2) * 900;
      const near = Math.exp(-(colour + place) / 220) * other.size;
      dish += near * (belief[k] as number);
      rest += near * (1 - (belief[k] as number));
    }
    return dish / (dish + rest);
  });
  const graph = new FlowGraph(patches.length + 2);
  const source = patches.length;
  const sink = patches.length + 1;
  for (const [k, patch] of patches.entries()) {
    const p =
      patch.fixed !== undefined
        ? mix(0.001, 0.999, patch.fixed)
        : clamp(0.55 * (likeness[k] as number) + 0.45 * patch.guess, 0.02, 0.98);
    const weight = patch.fixed !== undefined ? 100 : 4 + patch.size * 0.25;
    graph.add(source, k, -Math.log(1 - p) * weight, 0);
    graph.add(k, sink, -Math.log(p) * weight, 0);
  }
  for (const { from, to, cost } of links) {
    graph.add(from, to, cost, cost);
  }
  return graph.reachableAfterMaxFlow(source, sink, patches.length);
}

/** Dinic's maximum flow on a small graph. */
class FlowGraph {
  #head: Int32Array;
  #next: number[] = [];
  #to: number[] = [];
  #room: number[] = [];

  constructor(nodes: number) {
    this.#head = new Int32Array(nodes).fill(-1);
  }

  add(a: number, b: number, forward: number, backward: number): void {
    this.#arc(a, b, forward);
    this.#arc(b, a, backward);
  }

  #arc(a: number, b: number, room: number): void {
    this.#to.push(b);
    this.#room.push(room);
    this.#next.push(this.#head[a] as number);
    this.#head[a] = this.#to.length - 1;
  }

  /** For each of the first `count` nodes: 1 if it is on the source's side of the minimum cut, else 0. */
  reachableAfterMaxFlow(source: number, sink: number, count: number): number[] {
    for (;;) {
      const level = this.#levels(source);
      if ((level[sink] as number) < 0)
        return Array.from({ length: count }, (_, k) => ((level[k] as number) >= 0 ? 1 : 0));
      const arc = this.#head.slice();
      while (this.#push(source, sink, Number.POSITIVE_INFINITY, level, arc) > 0);
    }
  }

  #levels(source: number): Int32Array {
    const level = new Int32Array(this.#head.length).fill(-1);
    level[source] = 0;
    const queue = [source];
    for (let i = 0; i < queue.length; i++) {
      const node = queue[i] as number;
      for (let e = this.#head[node] as number; e >= 0; e = this.#next[e] as number) {
        const to = this.#to[e] as number;
        if ((this.#room[e] as number) > 1e-9 && (level[to] as number) < 0) {
          level[to] = (level[node] as number) + 1;
          queue.push(to);
        }
      }
    }
    return level;
  }

  #push(node: number, sink: number, limit: number, level: Int32Array, arc: Int32Array): number {
    if (node === sink) return limit;
    for (; (arc[node] as number) >= 0; arc[node] = this.#next[arc[node] as number] as number) {
      const e = arc[node] as number;
      const to = this.#to[e] as number;
      if ((this.#room[e] as number) <= 1e-9 || (level[to] as number) !== (level[node] as number) + 1)
        continue;
      const flow = this.#push(to, sink, Math.min(limit, this.#room[e] as number), level, arc);
      if (flow > 0) {
        this.#room[e] = (this.#room[e] as number) - flow;
        this.#room[e ^ 1] = (this.#room[e ^ 1] as number) + flow;
        return flow;
      }
    }
    return 0;
  }
}
