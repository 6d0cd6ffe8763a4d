import type { BrowserContext, Route } from "@playwright/test";
import type { RazorpayPayment } from "./razorpay-entities.ts";
import type { RazorpayServer } from "./razorpay-server.ts";

/** Razorpay's script and the page in its frame, as far as a shop meets them: its own hosts, spoken for by `razorpay`. */
export async function replaceCheckoutScript(
  context: BrowserContext,
  razorpay: RazorpayServer,
): Promise<void> {
  await context.route("https://checkout.razorpay.com/v1/checkout.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: SCRIPT }),
  );
  await context.route("https://api.razorpay.com/**", (route) => respond(route, razorpay));
}

function respond(route: Route, razorpay: RazorpayServer): Promise<void> {
  const url = new URL(route.request().url());
  if (url.pathname === "/v1/checkout/public") return route.fulfill({ contentType: "text/html", body: FRAME });
  const status = url.pathname.slice(1) as RazorpayPayment["status"];
  const payment = razorpay.pay(url.searchParams.get("order_id") ?? "", { status, method: "netbanking" });
  const { paymentId, signature } = razorpay.proofOf(payment);
  return route.fulfill({
    json: {
      razorpay_payment_id: paymentId,
      razorpay_order_id: payment.order_id,
      razorpay_signature: signature,
    },
  });
}

/** Puts a frame of Razorpay's own host over the page, and calls back what its options name. */
const SCRIPT = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  open() {
    const { key, order_id, amount, name, prefill, theme, timeout, handler, modal } = this.options;
    const query = new URLSearchParams({ key, order_id, amount, name, ...prefill, ...theme, timeout });
    const holder = document.createElement("div");
    holder.innerHTML = '<iframe title="Razorpay Checkout" style="position: fixed; inset: 0; width: 100%; height: 100%; border: 0; z-index: 2147483647"></iframe>';
    const frame = holder.firstChild;
    frame.src = "https://api.razorpay.com/v1/checkout/public?" + query;
    this.hear = ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      this.close();
      if (data.paid) handler(data.paid);
      else modal.ondismiss();
    };
    addEventListener("message", this.hear);
    document.body.append(holder);
    this.close = () => {
      removeEventListener("message", this.hear);
      holder.remove();
    };
  }
};`;

const FRAME = `<!doctype html>
<body style="background: #fff">
<p></p>
<button id="captured">Pay</button> <button id="failed">Fail</button> <button id="close">Close</button>
<output></output>
<script>
  const query = new URLSearchParams(location.search);
  document.querySelector("p").textContent = [...query].map(([name, value]) => name + "=" + value).join(" ");
  const attempt = (how) => fetch("/" + how + "?order_id=" + query.get("order_id")).then((answer) => answer.json());
  captured.onclick = () => attempt("captured").then((paid) => parent.postMessage({ paid }, "*"));
  failed.onclick = () => attempt("failed").then(() => {
    document.querySelector("output").textContent = "Payment failed";
  });
  document.getElementById("close").onclick = () => parent.postMessage({}, "*");
</script>`;
