type LinkButtonProps = { title: string; text: string; button: string };

/**
 * One button for the token after the `#` of the page's address, which only script can read (islands/link-token.ts); hidden without one.
 * Mail scanners open links and run scripts, but press no buttons.
 */
export function LinkButton({ title, text, button }: LinkButtonProps) {
  return (
    <div data-island="link-token" data-load="now">
      <form method="post" class="link-button" hidden>
        <h2>{title}</h2>
        <p>{text}</p>
        <input type="hidden" name="token" value="" />
        <button class="button" type="submit">
          {button}
        </button>
      </form>
    </div>
  );
}
