import assert from "node:assert/strict";
import { test } from "node:test";

import { Cluster } from "../../../../../static/js/model/cluster.js";
import { SHAPES, kindsOf } from "../../../../../static/js/pages/workbench/map/kinds.js";
import { outline } from "../../../../../static/js/pages/workbench/map/pen.js";
import { SvgContext } from "../../../../../static/js/pages/workbench/map/svgcontext.js";
import { shared } from "../../../shared.js";

test("what is drawn becomes elements, in their order", () => {
  const c = new SvgContext();
  c.fillStyle = "red";
  c.fillRect(1, 2.345, 3, 4);
  c.strokeStyle = "blue";
  c.beginPath();
  c.moveTo(0, 0);
  c.lineTo(5, 5);
  c.stroke();
  assert.match(
    c.document(10, 20, "white"),
    /^<svg [^>]*viewBox="0 0 10 20"><rect [^>]*fill="white"\/><rect x="1" y="2.35" width="3" height="4" fill="red"\/><path d="M0 0L5 5" fill="none" stroke="blue" [^>]*\/><\/svg>$/,
  );
});

test("states within states are closed as they were opened", () => {
  const c = new SvgContext();
  c.save();
  c.translate(1, 1);
  c.fillStyle = "red";
  c.save();
  c.scale(2, 2);
  c.restore();
  c.restore();
  c.fillRect(0, 0, 1, 1);
  const svg = c.document(1, 1, "white");
  assert.equal(svg.split("<g ").length, svg.split("</g>").length);
  assert.match(svg, /<\/g><\/g><rect x="0" y="0" width="1" height="1" fill="#000"\/>/);
});

test("texts are escaped, and faint ones are faint", () => {
  const c = new SvgContext();
  c.font = '500 11px "A & B"';
  c.globalAlpha = 0.5;
  c.fillText("<b> & c", 1, 2);
  assert.match(
    c.parts[0],
    /font-family="&quot;A &amp; B&quot;" font-size="11px" font-weight="500".* opacity="0.5">&lt;b> &amp; c<\/text>/,
  );
});

test("every shape of a kind is an outline of its own", () => {
  const paths = SHAPES.map((name) => {
    const c = new SvgContext();
    outline(c, name, 0, 0, 8);
    return c.path;
  });
  assert.equal(new Set(paths).size, SHAPES.length);
  assert.ok(paths.every((path) => path.startsWith("M")));
});

test("pods are kinds by their owner, else by their labels, the most pods first", () => {
  const { kinds, ofClass } = kindsOf(new Cluster(shared("run").cluster));
  assert.deepEqual(
    kinds.map(({ name, pods, shape, letter }) => [name, pods, shape, letter]),
    [
      ["", 3, "square", "a"],
      ["app=web", 2, "circle", "b"],
      ["app=db", 1, "triangle", "c"],
    ],
  );
  assert.deepEqual([...ofClass], [1, 2, 0, 1, 0, 0]);
});
