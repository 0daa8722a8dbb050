-- SPDX-License-Identifier: BSD-3-Clause
-- Neovim 0.7 or later: put this file into ~/.config/nvim/plugin/. Modelica files then have the language server of
-- `stiction`; `vim.g.stiction_command` and `vim.g.stiction_libraries` set the command and directories of libraries.
vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = "*.mo",
  callback = function()
    vim.bo.filetype = "modelica"
  end,
})

local client -- one server for all files

local function server()
  if client and vim.lsp.get_client_by_id(client) then
    return client
  end
  client = vim.lsp.start_client({
    name = "stiction",
    cmd = { vim.g.stiction_command or "stiction", "lsp" },
    init_options = { libraryPaths = vim.g.stiction_libraries or {} },
    on_attach = function(_, buffer)
      vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc" -- completion by Ctrl-X Ctrl-O
      vim.keymap.set("n", "K", vim.lsp.buf.hover, { buffer = buffer })
      vim.keymap.set("n", "gd", vim.lsp.buf.definition, { buffer = buffer })
    end,
  })
  return client
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = "modelica",
  callback = function(event)
    vim.bo[event.buf].commentstring = "// %s"
    vim.bo[event.buf].shiftwidth = 2
    vim.bo[event.buf].expandtab = true
    vim.lsp.buf_attach_client(event.buf, server())
  end,
})
