/*
 * For component tests: what a browser does with <dialog> and jsdom does not yet. Import it for its effect.
 */
const { prototype } = HTMLDialogElement;

prototype.showModal = function showModal() {
  this.open = true;
};
prototype.close = function close() {
  if (!this.open) return;
  this.open = false;
  queueMicrotask(() => this.dispatchEvent(new Event("close")));
};
prototype.getAnimations = () => [];
